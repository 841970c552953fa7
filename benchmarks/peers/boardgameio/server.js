// boardgame.io with a card game for two, to be measured beside our server: `node server.js PORT [FOLDER]`.
// A position is as large as one of Terminus without its list of legal moves, which boardgame.io leaves to the client.
const { INVALID_MOVE } = require("boardgame.io/core");
const { Server, FlatFile, Origins } = require("boardgame.io/server");

const LINES = ["M", "T", "B"];
const HAND = 6;
const COLUMNS = 5;

const allCards = () =>
  LINES.flatMap((line) => [1, 2, 3, 4, 5].flatMap((number) => Array(3).fill(`${line}${number}`))).concat(
    [1, 2, 3, 4, 5].flatMap((number) => [`${number}*`, `${number}*`]),
    ["M*", "T*", "B*", "**"],
  );

const emptyLines = () => Object.fromEntries(LINES.map((line) => [line, Array.from({ length: COLUMNS }, () => [])]));

const player = (hand) => ({ hand, handSize: HAND, takenBack: [], shown: [], score: 0, taken: 0 });

function setup({ random }) {
  const deck = random.Shuffle(allCards());
  return {
    game: "cards",
    round: 1,
    table: [player(deck.splice(0, HAND)), player(deck.splice(0, HAND))],
    lines: emptyLines(),
    worth: { M: 0, T: 0, B: 0 },
    pile: { size: deck.length, drawn: [] },
    deck,
    discards: [],
    sheet: [],
  };
}

function newRound(G, random) {
  G.sheet.push({ round: G.round, scores: G.table.map((seat) => seat.score), worth: { ...G.worth } });
  G.sheet = G.sheet.slice(-4);
  G.round += 1;
  G.lines = emptyLines();
  G.deck = random.Shuffle(allCards());
  G.table.forEach((seat) => Object.assign(seat, player(G.deck.splice(0, HAND)), { score: seat.score }));
  G.discards = [];
  G.pile.drawn = [];
}

function play({ G, ctx, random }, card, line, column) {
  const seat = G.table[ctx.currentPlayer];
  const held = seat.hand.indexOf(card);
  if (held < 0 || !(line in G.lines) || !(column in G.lines[line])) return INVALID_MOVE;
  seat.hand.splice(held, 1);
  G.lines[line][column].push(card);
  seat.shown = [card];
  seat.score += Number.parseInt(card[1]) || 1;
  seat.taken += 1;
  G.worth[line] = G.lines[line].reduce((sum, cards) => sum + cards.length, 0);
  seat.hand.push(G.deck.shift());
  G.pile.drawn = [...G.pile.drawn.slice(-3), ctx.currentPlayer];
  if (G.deck.length < 2) newRound(G, random);
  G.pile.size = G.deck.length;
}

function playerView({ G, playerID }) {
  const { deck, ...open } = G;
  return { ...open, table: G.table.map((seat, at) => (String(at) === playerID ? seat : { ...seat, hand: null })) };
}

const [port, folder] = process.argv.slice(2);
const game = { name: "cards", setup, moves: { play }, turn: { minMoves: 1, maxMoves: 1 }, playerView };
const storage = folder ? { db: new FlatFile({ dir: folder }) } : {};
Server({ games: [game], origins: [Origins.LOCALHOST], ...storage }).run(Number(port));
