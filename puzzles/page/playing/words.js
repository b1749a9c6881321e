/* What the page says, in English and German. `{0}` is replaced. */

const WORDS = {
  en: {
    undo: "Undo", hint: "Hint", check: "Check", solution: "Solution", restart: "Restart", first: "First", back: "Back", forward: "Forward", last: "Last",
    language: "Deutsch", moves: "Moves", score: "Score", total: "total", what: "What will you do?", choose: "Choose {0}", chosen: "Chosen", cancel: "Cancel",
    over: "The game is over", goal: "Solved!", win: "{0} wins", lose: "{0} loses", draw: "A draw", stuck: "Nobody can move", end: "The end", stop: "The end",
    turn: "{0} to move", chance: "Chance decides", roll: "Let chance decide", puzzle: "Puzzle {0} of {1}", previous: "Previous puzzle", next: "Next puzzle",
    highest: "Reach {0} points", lastRound: "Last round: {0} points are possible", number: "Puzzle {0}", pickCell: "Pick a cell on the board", fewest: "Solve it in {0} moves", value: "{0} to move and win", free: "Play as you like", fillIn: "Fill in {0} cells", solvedFilled: "Solved.",
    solvedBest: "Solved: {0} points, nothing better is possible.", solvedFewest: "Solved in {0} moves, the fewest possible.", solvedWin: "Solved.",
    short: "{0} points; {1} are possible. Go back and try again.", long: "Solved in {0} moves; {1} are enough.", failed: "Not this time. Go back and try again.",
    still: "The best result is still possible.", gone: "The best result is out of reach now. Go back some moves.", unsure: "A search of at most {0} positions did not decide it.", unchecked: "This page cannot look ahead from here.",
    hinted: "Try: {0}", hintedProved: "Try: {0}; nothing better is possible.", hintedFound: "Try: {0}; better moves were not found.", hintedRecorded: "The recorded play goes on: {0}",
    noHint: "A search of at most {0} positions found no way to the goal.", hintNone: "There are no hints for this game on this page.", hintChance: "Chance decides here; there is nothing to choose.",
    peeked: "(This hint knows what is hidden from you.)", hintHidden: "There is no hint: nothing is known of what is hidden here.", refusedHere: "Not possible here: {0}", pass: "Pass the screen to {0}.", here: "{0} is here", viewer: "Who looks",
    sees: "What {0} sees", everything: "Everything", nobody: "Nobody looks yet", showsAll: "This shows everything, also what players hide from one another.",
    hintLost: "The goal cannot be reached from here. Go back some moves.", hintLevel: "A search of at most {0} positions found no move better than another.", hintEqual: "Every move here is as good as any other.",
    refused: "Not possible: {0} – {1}", nothing: "There is nothing to do here.", own: "You have left the recorded play.", recorded: "Back to the recorded play",
    picture: "Board", searching: "Searching …", hintedPlayed: "Try: {0}; it did best in {1} plays at random", whoPlays: "Who plays", person: "a person", computer: "computer, {0} s a move", thinks: "{0} is thinking …", turnBoard: "Turn the board", redo: "Redo", onBoard: "Choose on the board.", goOnBoard: "Go on on the board.", sayChance: "Say what happened", listAll: "Show a list", choices: "Choices", listLess: "Hide the list", more: "{0} more …", notNow: "Not possible now ({0})",
    column: "column {0}", row: "row {0}", fold: "Fold or unfold the choices", played: "Played: {0}", grade: "Difficulty", best: "Best line", found: "best line", bound: "bound", seconds: "seconds", result: "Result",
    proved: "proved", bounded: "found; the bound is {0}", no_better: "found; no better within the bound", rests_on: "The bound rests on {0}", undecided: "not decided", gap: "gap {0} %", plain: "On this page hints are found by plays at random, in puzzles only along the recorded line, and Check cannot look ahead.", step: "Move {0} of {1}",
    keys: "Keys: arrows move or step, 1–9 choose, U undo, R redo, H hint, C check, Esc cancel", about: "About this page", solved: "solved", empty: "empty", start: "Start", list: "All puzzles",
    gives: "What became of it", rule: "rule {0}", broken: "The rules stop the play here: {0}", choice: "choice", yes: "yes", no: "no", light: "Light", dark: "Dark", none: "none", time: "Found over time",
  },
  de: {
    undo: "Zurück", hint: "Tipp", check: "Prüfen", solution: "Lösung", restart: "Neu", first: "Anfang", back: "Zurück", forward: "Weiter", last: "Ende",
    language: "English", moves: "Züge", score: "Wertung", total: "Summe", what: "Was tust du?", choose: "Wähle {0}", chosen: "Gewählt", cancel: "Abbrechen",
    over: "Das Spiel ist aus", goal: "Gelöst!", win: "{0} gewinnt", lose: "{0} verliert", draw: "Unentschieden", stuck: "Niemand kann ziehen", end: "Ende", stop: "Ende",
    turn: "Am Zug: {0}", chance: "Der Zufall entscheidet", roll: "Zufall entscheiden lassen", puzzle: "Rätsel {0} von {1}", previous: "Voriges Rätsel", next: "Nächstes Rätsel",
    highest: "Erreiche {0} Punkte", lastRound: "Letzte Runde: {0} Punkte sind möglich", number: "Rätsel {0}", pickCell: "Wähle ein Feld auf dem Brett", fewest: "Löse es in {0} Zügen", value: "{0} am Zug gewinnt", free: "Spiel, wie du magst", fillIn: "Fülle {0} Felder aus", solvedFilled: "Gelöst.",
    solvedBest: "Gelöst: {0} Punkte, mehr ist nicht möglich.", solvedFewest: "Gelöst in {0} Zügen, weniger geht nicht.", solvedWin: "Gelöst.",
    short: "{0} Punkte; {1} sind möglich. Geh zurück und versuch es noch einmal.", long: "Gelöst in {0} Zügen; {1} genügen.", failed: "Diesmal nicht. Geh zurück und versuch es noch einmal.",
    still: "Das beste Ergebnis ist noch möglich.", gone: "Das beste Ergebnis ist nicht mehr zu erreichen. Geh einige Züge zurück.", unsure: "Eine Suche über höchstens {0} Stellungen hat es nicht entschieden.", unchecked: "Von hier aus kann diese Seite nicht vorausschauen.",
    hinted: "Versuch: {0}", hintedProved: "Versuch: {0}; Besseres gibt es nicht.", hintedFound: "Versuch: {0}; bessere Züge wurden nicht gefunden.", hintedRecorded: "In der aufgezeichneten Partie folgt: {0}",
    noHint: "Eine Suche über höchstens {0} Stellungen hat keinen Weg zum Ziel gefunden.", hintNone: "Zu diesem Spiel gibt es auf dieser Seite keine Tipps.", hintChance: "Hier entscheidet der Zufall; es gibt nichts zu wählen.",
    peeked: "(Dieser Tipp kennt, was dir verborgen ist.)", hintHidden: "Kein Tipp: Über das Verborgene ist hier nichts bekannt.", refusedHere: "Geht hier nicht: {0}", pass: "Gib {0} den Bildschirm.", here: "{0} ist da", viewer: "Wer schaut",
    sees: "Was {0} sieht", everything: "Alles", nobody: "Noch schaut niemand", showsAll: "Hier ist alles zu sehen, auch was die Spieler voreinander verbergen.",
    hintLost: "Von hier aus ist das Ziel nicht mehr zu erreichen. Geh einige Züge zurück.", hintLevel: "Eine Suche über höchstens {0} Stellungen hat keinen Zug gefunden, der besser wäre als ein anderer.", hintEqual: "Hier ist jeder Zug so gut wie jeder andere.",
    refused: "Geht nicht: {0} – {1}", nothing: "Hier gibt es nichts zu tun.", own: "Du hast die aufgezeichnete Partie verlassen.", recorded: "Zurück zur aufgezeichneten Partie",
    picture: "Brett", searching: "Suche …", hintedPlayed: "Versuch: {0}; in {1} zufälligen Partien ging es damit am besten", whoPlays: "Wer spielt", person: "ein Mensch", computer: "Computer, {0} s je Zug", thinks: "{0} denkt nach …", turnBoard: "Brett drehen", redo: "Vor", onBoard: "Wähle auf dem Brett.", goOnBoard: "Wähle weiter auf dem Brett.", sayChance: "Sagen, was geschah", listAll: "Als Liste zeigen", choices: "Auswahl", listLess: "Liste ausblenden", more: "{0} weitere …", notNow: "Jetzt nicht möglich ({0})",
    column: "Spalte {0}", row: "Reihe {0}", fold: "Auswahl auf- oder zuklappen", played: "Gespielt: {0}", grade: "Schwierigkeit", best: "Beste Folge", found: "beste Folge", bound: "Schranke", seconds: "Sekunden", result: "Ergebnis",
    proved: "bewiesen", bounded: "gefunden; die Schranke ist {0}", no_better: "gefunden; die Schranke lässt nicht mehr zu", rests_on: "Die Schranke beruht auf: {0}", undecided: "nicht entschieden", gap: "Abstand {0} %", plain: "Auf dieser Seite kommen Tipps aus zufälligen Partien, bei Rätseln nur entlang der aufgezeichneten Folge, und Prüfen kann nicht vorausschauen.", step: "Zug {0} von {1}",
    keys: "Tasten: Pfeile ziehen oder blättern, 1–9 wählen, U zurück, R vor, H Tipp, C prüfen, Esc abbrechen", about: "Über diese Seite", solved: "gelöst", empty: "leer", start: "Anfang", list: "Alle Rätsel",
    gives: "Was daraus wurde", rule: "Regel {0}", broken: "Die Regeln halten das Spiel hier an: {0}", choice: "Auswahl", yes: "ja", no: "nein", light: "Hell", dark: "Dunkel", none: "nichts", time: "Gefunden im Lauf der Zeit",
  },
};

let language = remembered("language") || (navigator.language.startsWith("de") ? "de" : "en");

function say(word, ...values) {
  return values.reduce((text, value, at) => text.replaceAll(`{${at}}`, String(value)), WORDS[language][word]);
}

/** What the browser keeps for this page; some keep nothing for files. */
function remembered(name) {
  try { return localStorage.getItem(`regelwerk.${name}`); } catch { return null; }
}

function remember(name, value) {
  try { localStorage.setItem(`regelwerk.${name}`, value); } catch { /* the page works without a memory */ }
}
