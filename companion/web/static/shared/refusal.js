// Something was refused: its sentence came with the page, in the language that was spoken then.

import { headline } from "/static/shared/tools.js";
import { onLanguage } from "/static/shared/words.js";

headline("");
onLanguage(() => location.reload());
