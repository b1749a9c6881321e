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
    unsure: "A search of at most {0} positions did not decide it.", unchecked: "This page cannot look ahead from here.",
    hinted: "Try: {0}.",
    noHint: "A search of at most {0} positions found no way to the goal.",
    peeked: "(This hint knows what is hidden from you.)", hintHidden: "There is no hint: nothing is known of what is hidden here.", refusedHere: "Not possible here: {0}", pass: "Pass the screen to {0}.", here: "{0} is here", viewer: "Who looks",
    sees: "What {0} sees", everything: "Everything", nobody: "Nobody looks yet", showsAll: "This shows everything, also what players hide from one another.",
    hintLost: "The goal cannot be reached from here. Go back some moves.", hintLevel: "A search of at most {0} positions found no move better than another.", hintEqual: "Every move here is as good as any other.",
    refused: "Not possible: {0} – {1}", nothing: "There is nothing to do here.", own: "You have left the recorded play.", recorded: "Back to the recorded play",
    picture: "Board", searching: "Searching …", whoPlays: "Who plays", person: "a person", computer: "computer, {0} s a move", thinks: "{0} is thinking …", turnBoard: "Turn the board", redo: "Redo", onBoard: "Choose on the board.", goOnBoard: "Go on on the board.", sayChance: "Say what happened", listAll: "Show a list", choices: "Choices", listLess: "Hide the list", more: "{0} more …", notNow: "Not possible now ({0})",
    column: "column {0}", row: "row {0}", fold: "Fold or unfold the choices", played: "Played: {0}", grade: "Difficulty", best: "Best line", found: "best line", bound: "bound", seconds: "seconds", result: "Result",
    proved: "proved", bounded: "found; the bound is {0}", no_better: "found; no better within the bound", rests_on: "The bound rests on {0}", undecided: "not decided", gap: "gap {0} %", plain: "On this page the rules are read, not compiled: hints come from plays at random and, where one person plays alone, from short searches.", step: "Move {0} of {1}",
    keys: "Keys: arrows move or step, 1–9 choose, U undo, R redo, H hint, C check, Esc cancel", about: "About this page", solved: "solved", empty: "empty", start: "Start", list: "All puzzles",
    gives: "What became of it", rule: "rule {0}", broken: "The rules stop the play here: {0}", choice: "choice", yes: "yes", no: "no", light: "Light", dark: "Dark", none: "none", time: "Found over time",
    hintChance: "Chance decides here, between {0} outcomes; there is nothing to choose.", hintNotYours: "It is not your turn.", hintFew: "Look at {0}: only {1} values fit there. Which one is right was not settled.", hintTooFew: "Only {0} plays came to an end in the time of a hint: too few to suggest a move.",
    whyPointsNow: "Only {0} plays came to an end in time, too few to go by; of all moves it has the most points at once, {1}.", whyFewAnswers: "Only {0} plays came to an end in time, too few to go by; of all moves it leaves the other side the fewest answers, {1}.", whyManyMoves: "Only {0} plays came to an end in time, too few to go by; of all moves it leaves the most to go on with, {1}.", hintNoDifference: "In {0} plays tried from here every move did equally well.",
    whyOnly: "It is the only move.", whySolution: "It is the next move of the solution.", whyRecorded: "So the recorded play goes on.", whyNothingElse: "Nothing else fits there.", whyElseNothing: "With anything else there, some cell is left with nothing that fits.",
    whyWinsNow: "It wins at once.", whyWins: "It wins in at most {0} moves of both sides, whatever the other does.", whyLoses: "Every move loses against best play; this one holds out longest.", whyWhole: "Everything that can follow was searched: nothing better is possible.", whyPoints: "It leads to {0} points; everything that can follow was searched, and nothing gives more.",
    whyGoalNow: "It reaches the goal.", whyGoal: "It leads to the goal in {0} moves; whether a shorter way exists was not settled.", whyShortest: "It leads to the goal in {0} moves, and no way is shorter.",
    whyMean: "In {0} plays tried from here it did best: {1} points on average.", whyShare: "In {0} plays tried from here it did best: {1} % of them won.", whyFree: "In {0} short plays tried from here it left the most freedom to move.",
    playHint: "Play it", tryAgain: "Try again", show: "Show", onward: "Next: {0}", progress: "{0} of {1} solved", still: "The best result is still possible.", gone: "The best result is out of reach now. Go back some moves.",
    lossProved: "That is not the best move: when the puzzle was made, another one was proved to be better.", lossPoints: "That loses points: at most {0} are possible now, {1} were.", lossMoves: "That takes longer: {0} moves at least, where {1} are enough.", lossGoal: "From here the goal cannot be reached any more.", lossLost: "That loses: the other side wins now with best play.", lossDraw: "That gives the win away: with best play nobody wins now.",
    mostPoints: "{0} has the most points", samePoints: "{0}: equally many points",
    table: "At a real table", aboutTable: "Follow a game on your own table: say here what turned up there, and get advice.", atTable: "Follow my table", leaveTable: "Leave the table", enterChance: "Say what turned up on the table.", bestMoves: "Best moves so far", link: "Link to this play", badLink: "The link does not fit this page.",
    adviceSoFar: "{0} plays so far, still thinking …", adviceRests: "From {0} plays that know nothing of what chance will bring. They go on at random after some moves, so a good player gets more; the differences count.", adviceWorth: "{0} ± {1} points on average in {2} plays", adviceShare: "{0} % won in {1} plays", adviceLines: "Beside the others: {0}.", adviceNoLines: "No line of the score differs much from the others.",
  },
  de: {
    undo: "Zurück", hint: "Tipp", check: "Prüfen", solution: "Lösung", restart: "Neu", first: "Anfang", back: "Zurück", forward: "Weiter", last: "Ende",
    language: "English", moves: "Züge", score: "Wertung", total: "Summe", what: "Was tust du?", choose: "Wähle {0}", chosen: "Gewählt", cancel: "Abbrechen",
    over: "Das Spiel ist aus", goal: "Gelöst!", win: "{0} gewinnt", lose: "{0} verliert", draw: "Unentschieden", stuck: "Niemand kann ziehen", end: "Ende", stop: "Ende",
    turn: "Am Zug: {0}", chance: "Der Zufall entscheidet", roll: "Zufall entscheiden lassen", puzzle: "Rätsel {0} von {1}", previous: "Voriges Rätsel", next: "Nächstes Rätsel",
    highest: "Erreiche {0} Punkte", lastRound: "Letzte Runde: {0} Punkte sind möglich", number: "Rätsel {0}", pickCell: "Wähle ein Feld auf dem Brett", fewest: "Löse es in {0} Zügen", value: "{0} am Zug gewinnt", free: "Spiel, wie du magst", fillIn: "Fülle {0} Felder aus", solvedFilled: "Gelöst.",
    solvedBest: "Gelöst: {0} Punkte, mehr ist nicht möglich.", solvedFewest: "Gelöst in {0} Zügen, weniger geht nicht.", solvedWin: "Gelöst.",
    short: "{0} Punkte; {1} sind möglich. Geh zurück und versuch es noch einmal.", long: "Gelöst in {0} Zügen; {1} genügen.", failed: "Diesmal nicht. Geh zurück und versuch es noch einmal.",
    unsure: "Eine Suche über höchstens {0} Stellungen hat es nicht entschieden.", unchecked: "Von hier aus kann diese Seite nicht vorausschauen.",
    hinted: "Versuch: {0}.",
    noHint: "Eine Suche über höchstens {0} Stellungen hat keinen Weg zum Ziel gefunden.",
    peeked: "(Dieser Tipp kennt, was dir verborgen ist.)", hintHidden: "Kein Tipp: Über das Verborgene ist hier nichts bekannt.", refusedHere: "Geht hier nicht: {0}", pass: "Gib {0} den Bildschirm.", here: "{0} ist da", viewer: "Wer schaut",
    sees: "Was {0} sieht", everything: "Alles", nobody: "Noch schaut niemand", showsAll: "Hier ist alles zu sehen, auch was die Spieler voreinander verbergen.",
    hintLost: "Von hier aus ist das Ziel nicht mehr zu erreichen. Geh einige Züge zurück.", hintLevel: "Eine Suche über höchstens {0} Stellungen hat keinen Zug gefunden, der besser wäre als ein anderer.", hintEqual: "Hier ist jeder Zug so gut wie jeder andere.",
    refused: "Geht nicht: {0} – {1}", nothing: "Hier gibt es nichts zu tun.", own: "Du hast die aufgezeichnete Partie verlassen.", recorded: "Zurück zur aufgezeichneten Partie",
    picture: "Brett", searching: "Suche …", whoPlays: "Wer spielt", person: "ein Mensch", computer: "Computer, {0} s je Zug", thinks: "{0} denkt nach …", turnBoard: "Brett drehen", redo: "Vor", onBoard: "Wähle auf dem Brett.", goOnBoard: "Wähle weiter auf dem Brett.", sayChance: "Sagen, was geschah", listAll: "Als Liste zeigen", choices: "Auswahl", listLess: "Liste ausblenden", more: "{0} weitere …", notNow: "Jetzt nicht möglich ({0})",
    column: "Spalte {0}", row: "Reihe {0}", fold: "Auswahl auf- oder zuklappen", played: "Gespielt: {0}", grade: "Schwierigkeit", best: "Beste Folge", found: "beste Folge", bound: "Schranke", seconds: "Sekunden", result: "Ergebnis",
    proved: "bewiesen", bounded: "gefunden; die Schranke ist {0}", no_better: "gefunden; die Schranke lässt nicht mehr zu", rests_on: "Die Schranke beruht auf: {0}", undecided: "nicht entschieden", gap: "Abstand {0} %", plain: "Auf dieser Seite werden die Regeln gelesen, nicht übersetzt: Tipps kommen aus zufälligen Partien und, wo man allein spielt, aus kurzen Suchen.", step: "Zug {0} von {1}",
    keys: "Tasten: Pfeile ziehen oder blättern, 1–9 wählen, U zurück, R vor, H Tipp, C prüfen, Esc abbrechen", about: "Über diese Seite", solved: "gelöst", empty: "leer", start: "Anfang", list: "Alle Rätsel",
    gives: "Was daraus wurde", rule: "Regel {0}", broken: "Die Regeln halten das Spiel hier an: {0}", choice: "Auswahl", yes: "ja", no: "nein", light: "Hell", dark: "Dunkel", none: "nichts", time: "Gefunden im Lauf der Zeit",
    hintChance: "Hier entscheidet der Zufall zwischen {0} Möglichkeiten; es gibt nichts zu wählen.", hintNotYours: "Du bist nicht am Zug.", hintFew: "Sieh dir {0} an: Dorthin passen nur {1} Werte. Welcher richtig ist, wurde nicht geklärt.", hintTooFew: "In der Zeit für einen Tipp kamen nur {0} Partien zu Ende: zu wenige, um einen Zug zu nennen.",
    whyPointsNow: "In der Zeit kamen nur {0} Partien zu Ende, zu wenige für ein Urteil; von allen Zügen bringt dieser sofort die meisten Punkte, {1}.", whyFewAnswers: "In der Zeit kamen nur {0} Partien zu Ende, zu wenige für ein Urteil; von allen Zügen lässt dieser der anderen Seite die wenigsten Antworten, {1}.", whyManyMoves: "In der Zeit kamen nur {0} Partien zu Ende, zu wenige für ein Urteil; von allen Zügen lässt dieser am meisten übrig, {1}.", hintNoDifference: "In {0} von hier aus versuchten Partien war jeder Zug gleich gut.",
    whyOnly: "Es ist der einzige Zug.", whySolution: "Das ist der nächste Zug der Lösung.", whyRecorded: "So geht die aufgezeichnete Partie weiter.", whyNothingElse: "Nichts anderes passt dorthin.", whyElseNothing: "Mit allem anderen bliebe irgendein Feld übrig, in das nichts passt.",
    whyWinsNow: "Damit ist gewonnen.", whyWins: "Damit ist in höchstens {0} Zügen beider Seiten gewonnen, was die andere auch tut.", whyLoses: "Gegen bestes Spiel verliert jeder Zug; dieser hält am längsten stand.", whyWhole: "Alles, was folgen kann, wurde durchsucht: Besseres ist nicht möglich.", whyPoints: "Das führt zu {0} Punkten; alles, was folgen kann, wurde durchsucht, und nichts ergibt mehr.",
    whyGoalNow: "Damit ist das Ziel erreicht.", whyGoal: "Das führt in {0} Zügen zum Ziel; ob es kürzer geht, wurde nicht geklärt.", whyShortest: "Das führt in {0} Zügen zum Ziel, und kürzer geht es nicht.",
    whyMean: "In {0} von hier aus versuchten Partien schnitt das am besten ab: {1} Punkte im Mittel.", whyShare: "In {0} von hier aus versuchten Partien schnitt das am besten ab: {1} % davon gewonnen.", whyFree: "In {0} kurzen Partien von hier aus blieb damit am meisten Bewegungsfreiheit.",
    playHint: "Spielen", tryAgain: "Noch einmal", show: "Zeigen", onward: "Weiter: {0}", progress: "{0} von {1} gelöst", still: "Das beste Ergebnis ist noch möglich.", gone: "Das beste Ergebnis ist nicht mehr zu erreichen. Geh einige Züge zurück.",
    lossProved: "Das ist nicht der beste Zug: Als das Rätsel entstand, wurde von einem anderen bewiesen, dass er besser ist.", lossPoints: "Das kostet Punkte: Jetzt sind höchstens {0} möglich, vorher {1}.", lossMoves: "Das dauert länger: mindestens {0} Züge, wo {1} genügen.", lossGoal: "Von hier aus ist das Ziel nicht mehr zu erreichen.", lossLost: "Das verliert: Mit bestem Spiel gewinnt jetzt die andere Seite.", lossDraw: "Das verschenkt den Sieg: Mit bestem Spiel gewinnt jetzt niemand.",
    mostPoints: "{0} hat die meisten Punkte", samePoints: "{0}: gleich viele Punkte",
    table: "Am echten Tisch", aboutTable: "Verfolge eine Partie auf deinem Tisch: Sag hier, was dort aufgedeckt wurde, und hol dir Rat.", atTable: "Meinem Tisch folgen", leaveTable: "Tisch verlassen", enterChance: "Sag, was auf dem Tisch aufgedeckt wurde.", bestMoves: "Beste Züge bisher", link: "Link zu dieser Partie", badLink: "Der Link passt nicht zu dieser Seite.",
    adviceSoFar: "{0} Partien bisher, denkt noch nach …", adviceRests: "Aus {0} Partien, die nicht wissen, was der Zufall bringt. Nach einigen Zügen gehen sie zufällig weiter, wer gut spielt, bekommt also mehr; es kommt auf die Unterschiede an.", adviceWorth: "{0} ± {1} Punkte im Mittel von {2} Partien", adviceShare: "{0} % gewonnen in {1} Partien", adviceLines: "Neben den anderen: {0}.", adviceNoLines: "Keine Zeile der Wertung unterscheidet sich stark von den anderen.",
  },
};

/** Terms of results and plays, which come to the page in English. */
const TERMS = {
  "fewest moves": "wenigste Züge", "highest score": "höchste Wertung", "highest expectation": "höchster Erwartungswert", "value of the game": "Wert des Spiels", "mean value of the game": "mittlerer Wert des Spiels",
  "value of the game in mixed play": "Wert des Spiels mit gemischten Strategien", "good move": "guter Zug", best: "beste Partie", random: "zufällige Partie", opening: "Eröffnung",
  result: "Ergebnis", date: "Datum", game: "Spiel", at: "Stellung", key: "Kennung", themes: "Themen", proof: "Beweis", deck: "Kartenfolge", seed: "Startzahl", players: "Spieler",
};

/** A term in the language of the page, with a capital where it had one. */
function termOf(text) {
  const found = language === "de" ? TERMS[text.toLowerCase()] : undefined;
  return found === undefined ? text : text[0] === text[0].toUpperCase() ? found[0].toUpperCase() + found.slice(1) : found;
}

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
