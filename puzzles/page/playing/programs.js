/* The programs of a page: one game, set up in one way or several. Each is made ready when one of its items is opened. */

class Programs {
  constructor(sheet, module) {
    this.sheet = sheet;
    this.module = module;
    this.ready = new Map();
  }

  /** The rules of an item: the compiled game, or the rules as read in its place. */
  rules(item) {
    if (!this.ready.has(item.program)) this.ready.set(item.program, this.made(item.program));
    return this.ready.get(item.program);
  }

  async made(number) {
    const game = await this.game(number);
    if (game.uncompiled) console.info(`Not compiled: ${game.uncompiled}.`);
    return rulesOf(game);
  }

  /** A program as plain data, which a worker can be sent: its rules, and the module unless it is not compiled. */
  async game(number) {
    const { uncompiled, form, module } = this.sheet.programs[number], first = this.sheet.programs[0];
    const own = uncompiled ? null : number ? bytesOfLetters(patched(lettersOf(this.module), module)) : this.module;
    return { form: number ? patched(first.form, form) : form, module: own, uncompiled };
  }
}

/** The compiled game, or the rules as read in its place. */
async function rulesOf({ form, module }) {
  const read = JSON.parse(form), machine = new (read.finds ? FillingMachine : Machine)(read, readTypes(read.types));
  return module ? Compiled.make(module, machine, read.codes) : readRules(machine);
}

const bytesOfLetters = (letters) => Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
const lettersOf = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** The rules as read in place of the compiled game. */
function readRules(machine) {
  return Object.assign(Object.create(machine), { machine });
}
