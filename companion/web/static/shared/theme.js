// Runs before the first paint: the chosen theme, if one was chosen, else that of the system.
document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "auto";
