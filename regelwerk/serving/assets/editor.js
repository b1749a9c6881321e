/* Edit and play: the text is checked while one types; the board beside it goes on where it was, as far as the play still fits. */
"use strict";

const PAUSE = 350;
const TOKENS = /(--.*$)|("(?:[^"\\\n]|\\.)*"?)|(@\w+)|\b(\d+)\b|(^[a-z_]+\b)|([A-Za-z_]\w*)/gm;
const KINDS = ["comment", "string", "mark", "number", "block", "word"];

class Editor {
  constructor(root) {
    this.root = root;
    this.words = JSON.parse(root.dataset.words);
    this.keywords = new Set(root.dataset.keywords.split(" "));
    this.text = document.getElementById("text");
    this.frame = document.getElementById("board");
    this.save = document.getElementById("save");
    this.saved = this.text.value;
    this.digest = root.dataset.digest;
    this.findings = [];
    this.text.addEventListener("input", () => this.changed());
    this.text.addEventListener("scroll", () => this.scroll());
    this.text.addEventListener("keydown", (event) => this.key(event));
    this.save?.addEventListener("click", () => this.store());
    addEventListener("beforeunload", (event) => { if (this.save && this.text.value !== this.saved) event.preventDefault(); });
    addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== "s" || !this.save) return;
      event.preventDefault();
      this.store();
    });
    this.frame.addEventListener("load", () => this.resume());
    addEventListener("themechange", () => { this.frame.contentDocument.documentElement.dataset.theme = root.ownerDocument.documentElement.dataset.theme; });
    this.changed();
  }

  say(word, ...values) { return values.reduce((text, value, at) => text.replaceAll(`{${at}}`, value), this.words[word]); }

  /* -- the text */

  changed() {
    this.paint();
    if (this.save) {
      this.save.disabled = this.text.value === this.saved;
      this.tell(this.save.disabled ? "" : this.say("unsaved"));
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  tell(text) { document.getElementById("state").textContent = text; }

  paint() {
    const lines = this.text.value.split("\n").length, wrong = new Map(this.findings.filter((one) => one.here).map((one) => [one.line, one.severity]));
    const numbers = Array.from({ length: lines }, (_, at) => {
      const number = document.createElement("span");
      number.textContent = `${at + 1}\n`;
      number.className = wrong.get(at + 1) || "";
      return number;
    });
    document.getElementById("numbers").replaceChildren(...numbers);
    document.getElementById("colours").replaceChildren(...coloured(this.text.value, this.keywords), "\n");
    this.scroll();
  }

  scroll() {
    document.getElementById("colours").style.transform = `translate(${-this.text.scrollLeft}px, ${-this.text.scrollTop}px)`;
    document.getElementById("numbers").style.transform = `translateY(${-this.text.scrollTop}px)`;
  }

  /** Enter keeps the indentation. Tab leaves the text, so that nobody is caught in it. */
  key(event) {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.isComposing) return;
    const before = this.text.value.slice(0, this.text.selectionStart), indent = before.slice(before.lastIndexOf("\n") + 1).match(/^ */)[0];
    if (!indent) return;
    event.preventDefault();
    this.replace(this.text.selectionStart, this.text.selectionEnd, `\n${indent}`);
  }

  /** Through the browser, so that it can be undone. */
  replace(from, to, text) {
    this.text.focus();
    this.text.setSelectionRange(from, to);
    if (!document.execCommand("insertText", false, text)) this.text.setRangeText(text, from, to, "end");
    this.changed();
  }

  offset(line, column) {
    const lines = this.text.value.split("\n");
    return lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  }

  goTo({ line, column, end_line, end_column }) {
    this.text.focus();
    this.text.setSelectionRange(this.offset(line, column), this.offset(end_line, end_column));
    const height = parseFloat(getComputedStyle(this.text).lineHeight);
    this.text.scrollTop = Math.max(0, (line - 5) * height);
  }

  /* -- what is wrong with it */

  async ask(what, question) {
    this.asking?.abort();
    this.asking = new AbortController();
    const reply = await fetch(`/api/${what}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ file: this.root.dataset.file, ...question }), signal: this.asking.signal,
    });
    const answer = await reply.json();
    if (!reply.ok) throw new Error(answer.error);
    return answer;
  }

  async check() {
    const text = this.text.value, count = document.getElementById("count");
    count.textContent = this.say("checking");
    try {
      const { findings, board, why } = await this.ask("check", { text });
      if (text !== this.text.value) return;
      this.findings = findings;
      this.paint();
      this.list(why);
      if (board) this.show(board);
      else if (this.frame.src) this.about(this.say("reload"));
    } catch (error) {
      if (error.name !== "AbortError") count.textContent = error instanceof TypeError ? this.say("offline") : error.message;
    }
  }

  list(why) {
    const count = document.getElementById("count");
    count.textContent = why || (this.findings.length ? String(this.findings.length) : this.say("fine"));
    count.className = this.findings.some(({ severity }) => severity === "error") || why ? "bad" : this.findings.length ? "doubtful" : "good";
    document.getElementById("findings").replaceChildren(...this.findings.map((finding) => this.entry(finding)));
  }

  entry(finding) {
    const item = document.createElement("li"), place = document.createElement(finding.here ? "button" : "span"), text = document.createElement("p");
    item.className = finding.severity;
    place.textContent = finding.here ? this.say("line", finding.line) : `${finding.file}, ${this.say("line", finding.line)}`;
    if (finding.here) { place.type = "button"; place.addEventListener("click", () => this.goTo(finding)); }
    text.textContent = `${this.say(finding.severity)} ${finding.code}: ${finding.message}`;
    item.append(place, text);
    for (const words of [finding.reason, finding.repair && `${this.say("repair")}: ${finding.repair}`]) {
      if (words) item.append(Object.assign(document.createElement("small"), { textContent: words }));
    }
    if (finding.fix) item.append(this.mender(finding.fix));
    return item;
  }

  mender([line, column, endLine, endColumn, replacement]) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: this.say("apply") });
    button.addEventListener("click", () => this.replace(this.offset(line, column), this.offset(endLine, endColumn), replacement));
    return button;
  }

  /* -- the board */

  about(text) { document.getElementById("about-board").textContent = text; }

  /** The game inside the frame, once it is ready. */
  get game() { return this.frame.contentWindow?.regelwerk; }

  show(address) {
    if (this.game?.page?.line) this.played = movesOf(this.game);
    this.about("");
    this.frame.src = address;
  }

  /** Plays the moves of the board before on the new one, as far as they are there; says how far that is. */
  async resume() {
    const played = this.played || [];
    for (let tries = 0; tries < 200 && !this.game?.page?.line; tries++) await new Promise((done) => setTimeout(done, 25));
    if (!this.game?.page?.line || !played.length) return;
    const { page } = this.game;
    let at = 0;
    try {
      for (; at < played.length; at++) {
        const { rules, line } = page, move = rules.moves(line.state).find((one) => rules.text(line.state, one) === played[at]);
        if (!move) break;
        line.play({ option: move.option, given: move.given, number: move.number });
      }
    } catch { /* the rules stop the play here, as they would have stopped the player */ }
    page.act(() => {});
    this.about(at === played.length ? this.say("kept", at) : this.say("kept_part", at, played.length));
  }

  /* -- saving */

  async store() {
    const text = this.text.value;
    this.save.disabled = true;
    try {
      ({ digest: this.digest } = await this.ask("save", { text, digest: this.digest }));
      this.saved = text;
      this.tell(this.say("saved"));
    } catch (error) {
      this.tell(error instanceof TypeError ? this.say("offline") : error.message);
    }
    this.save.disabled = this.text.value === this.saved;
    this.check();
  }
}

/** The moves up to where one stands on a board, in notation. */
function movesOf({ page }) {
  const { line, rules } = page;
  return line.moves.slice(0, line.at).map((move, at) => rules.text(line.states[at], move));
}

/** The text with its words coloured. A word at the beginning of a line opens a block if the language has such a block. */
function coloured(text, keywords) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const kind = KINDS[match.slice(1).findIndex((group) => group !== undefined)];
    if ((kind === "word" || kind === "block") && !keywords.has(match[0])) continue;
    parts.push(text.slice(end, match.index), Object.assign(document.createElement("span"), { className: kind, textContent: match[0] }));
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}

globalThis.editor = new Editor(document.getElementById("editor"));
