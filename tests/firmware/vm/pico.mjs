// Runs a Pico's files in a MicroPython VM: node pico.mjs VM_MODULE FOLDER LINE BENCH
// LINE and BENCH are descriptors of sockets that do not block: the serial line, and the hands of the test.
import fs from "node:fs";
import path from "node:path";
import { randomBytes } from "node:crypto";
import { pathToFileURL } from "node:url";

const [vmModule, folder, line, bench] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(vmModule));

const descriptors = { line: Number(line), bench: Number(bench) };
const buffer = Buffer.alloc(4096);
const never = new Int32Array(new SharedArrayBuffer(4));

function read(name) {
  try {
    const count = fs.readSync(descriptors[name], buffer, 0, buffer.length, null);
    if (count === 0) process.exit(0); // the test has let go
    return buffer.toString("hex", 0, count);
  } catch (error) {
    if (error.code === "EAGAIN") return "";
    throw error;
  }
}

function write(name, hex) {
  fs.writeSync(descriptors[name], Buffer.from(hex, "hex"));
}

// The VM's standard input and output are the Pico's USB port.
let [coming, going] = ["", ""];

function stdin() {
  coming = coming.slice(2) || read("line");
  return coming ? parseInt(coming.slice(0, 2), 16) : null;
}

function stdout(bytes) {
  going += Buffer.from(bytes).toString("hex");
  if (going.endsWith("0a")) {
    write("line", going);
    going = "";
  }
}

const vm = await loadMicroPython({ heapsize: 200 * 1024, linebuffer: false, stdin, stdout });

vm.registerJsModule("wires", {
  read,
  write,
  flash: (name, hex) => { fs.writeFileSync(path.join(folder, name), Buffer.from(hex, "hex")); },
  random: (count) => randomBytes(count).toString("hex"),
  sleep: (ms) => { Atomics.wait(never, 0, 0, ms); },
});

function copy(from, to) {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), `${to}/${entry.name}`];
    if (entry.isDirectory()) {
      vm.FS.mkdir(target);
      copy(source, target);
    } else {
      vm.FS.writeFile(target, fs.readFileSync(source));
    }
  }
}

copy(folder, "");
try {
  vm.runPython('import sys\nsys.path[:] = ["", "/"]\nimport main');
} catch (error) {
  console.error(error.message); // not the error itself, which would be shown with the VM's one long line
  process.exitCode = 1;
}
