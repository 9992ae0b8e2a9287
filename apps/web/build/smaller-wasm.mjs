// A WASM module without what is never called: functions that nothing kept can reach become a trap of one byte. Their
// numbers stay, so nothing else in the module moves.

const sectionIds = { import: 2, function: 3, export: 7, start: 8, element: 9, code: 10 };

const functionKind = 0;
const tableKind = 1;

/** Body of a function with no locals that traps. */
const trap = Buffer.from([0x00, 0x00, 0x0b]);

/** Reads LEB128 numbers, names and slices off bytes. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  byte() {
    return this.bytes[this.at++];
  }
  /** A number of up to 32 bits; longer ones (constants) are only skipped, so that the lost high bits do no harm. */
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }
  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
  times(work) {
    return Array.from({ length: this.number() }, () => work(this));
  }
}

/** The module with only the exports that `keeps` wants. Throws on a part of WASM that it does not know. */
export default function smallerWasm(bytes, keeps) {
  const sections = sectionsOf(bytes);
  const body = (id) => sections.find((section) => section.id === id)?.body ?? Buffer.from([0]);
  const exported = exportsOf(body(sectionIds.export)).filter(({ name }) => keeps(name));
  const imported = importedFunctions(body(sectionIds.import));
  const functions = functionsOf(body(sectionIds.code));
  const start = sections
    .filter(({ id }) => id === sectionIds.start)
    .map((section) => new Reader(section.body).number());

  const types = new Reader(body(sectionIds.function)).times((reader) => reader.number());
  const inTable = elementsOf(body(sectionIds.element));

  const reached = new Set();
  const reachedTypes = new Set();
  const open = [...start, ...exported.flatMap(({ kind, index }) => (kind === functionKind ? [index] : []))];
  // Whoever is handed the table may call all that is in it.
  if (exported.some(({ kind }) => kind === tableKind)) open.push(...inTable);
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (reached.has(index)) continue;
    reached.add(index);
    if (index < imported) continue;
    const { called, calledTypes } = callsOf(functions[index - imported]);
    open.push(...called);
    for (const type of calledTypes) {
      if (reachedTypes.has(type)) continue;
      reachedTypes.add(type);
      // A call by a place in the table goes to functions of its own type or traps.
      open.push(...inTable.filter((each) => types[each - imported] === type));
    }
  }
  const kept = functions.map((each, at) => (reached.has(at + imported) ? each : trap));
  const bodies = Buffer.concat([leb(kept.length), ...kept.flatMap((each) => [leb(each.length), each])]);
  const entries = Buffer.concat([leb(exported.length), ...exported.map(({ entry }) => entry)]);
  const changed = { [sectionIds.code]: bodies, [sectionIds.export]: entries };
  return Buffer.concat([
    bytes.subarray(0, 8),
    ...sections.flatMap(({ id, body }) => {
      const now = changed[id] ?? body;
      return [Buffer.from([id]), leb(now.length), now];
    }),
  ]);
}

function sectionsOf(bytes) {
  const reader = new Reader(bytes, 8);
  const sections = [];
  while (reader.at < bytes.length) sections.push({ id: reader.byte(), body: reader.take(reader.number()) });
  return sections;
}

function exportsOf(body) {
  const reader = new Reader(body);
  return reader.times(() => {
    const from = reader.at;
    const name = reader.take(reader.number()).toString('utf8');
    const kind = reader.byte();
    const index = reader.number();
    return { name, kind, index, entry: body.subarray(from, reader.at) };
  });
}

function importedFunctions(body) {
  const reader = new Reader(body);
  const kinds = reader.times(() => {
    reader.take(reader.number());
    reader.take(reader.number());
    const kind = reader.byte();
    if (kind !== 0) throw new Error(`This WASM imports something of kind ${kind}: adapt smaller-wasm.mjs.`);
    reader.number();
    return kind;
  });
  return kinds.length;
}

/** Functions of the table, which only segments of the first kind fill here: `i32.const n end`, then numbers. */
function elementsOf(body) {
  const reader = new Reader(body);
  return reader
    .times(() => {
      if (reader.number() !== 0 || reader.byte() !== 0x41)
        throw new Error('This WASM fills a table otherwise: adapt smaller-wasm.mjs.');
      reader.number();
      reader.byte();
      return reader.times(() => reader.number());
    })
    .flat();
}

function functionsOf(body) {
  const reader = new Reader(body);
  return reader.times(() => reader.take(reader.number()));
}

/** Numbers of the functions that one body calls, and the types of those that it calls by a place in the table. */
function callsOf(body) {
  const reader = new Reader(body);
  reader.times(() => [reader.number(), reader.byte()]);
  const called = [];
  const calledTypes = [];
  while (reader.at < body.length) {
    const code = reader.byte();
    if (code === 0x10) called.push(reader.number());
    else if (code === 0x11) {
      calledTypes.push(reader.number());
      reader.number();
    } else skipImmediates(code, reader);
  }
  return { called, calledTypes };
}

/** The instructions of WASM 1.0 with sign extension and bulk memory; what is not among them throws. */
function skipImmediates(code, reader) {
  const isPlain =
    code <= 0x01 ||
    code === 0x05 ||
    code === 0x0b ||
    code === 0x0f ||
    code === 0x1a ||
    code === 0x1b ||
    (code >= 0x45 && code <= 0xc4);
  if (isPlain) return;
  const takesOne =
    code === 0x0c ||
    code === 0x0d ||
    (code >= 0x02 && code <= 0x04) ||
    (code >= 0x20 && code <= 0x24) ||
    code === 0x3f ||
    code === 0x40 ||
    code === 0x41 ||
    code === 0x42;
  if (takesOne) return void reader.number();
  if (code >= 0x28 && code <= 0x3e) return void [reader.number(), reader.number()];
  if (code === 0x43) return void reader.take(4);
  if (code === 0x44) return void reader.take(8);
  if (code === 0x0e) {
    reader.times(() => reader.number());
    return void reader.number();
  }
  if (code === 0xfc) {
    const operation = reader.number();
    if (operation < 8) return;
    if (operation === 10) return void reader.take(2);
    if (operation === 11) return void reader.take(1);
  }
  throw new Error(`This WASM has an instruction ${code.toString(16)} that smaller-wasm.mjs does not know: adapt it.`);
}

function leb(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}
