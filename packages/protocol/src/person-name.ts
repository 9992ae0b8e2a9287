import { maxNameUnits } from './limits.ts';

/** Names are shown to all: nothing that acts on a screen or cannot be seen, no half characters. `undefined`: nothing is left. */
export function personName(text: string): string | undefined {
  return plainLine(text, maxNameUnits);
}

/** The joiners inside of a drawn sign are part of it; alone they, and all that is drawn as nothing, only hide in a name. */
const drawnOrInvisible =
  /(\p{ExtPict}(?:\ufe0f|\p{EMod})?(?:\u200d\p{ExtPict}(?:\ufe0f|\p{EMod})?)*)|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Blanks of any width, and the letter of Braille that is one. */
const blanks = /[\p{Zs}\u2800]+/gu;
/** No script stacks more; many of them reach far over the lines around. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu;

/** One line without anything that acts on a screen or cannot be seen. */
export function plainLine(text: string, units: number): string | undefined {
  const clean = text
    .normalize('NFC')
    .replace(drawnOrInvisible, (_, drawn: string | undefined) => drawn ?? '')
    .replace(blanks, ' ')
    .replace(stackedMarks, '$1')
    .trim();
  const cut = whole(clean, units).toWellFormed().trim();
  return cut === '' ? undefined : cut;
}

/** The first characters that fit whole: nobody is called by half of one. */
function whole(text: string, units: number): string {
  if (text.length <= units) return text;
  let end = 0;
  for (const { segment, index } of new Intl.Segmenter('en').segment(text)) {
    if (index + segment.length > units) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

type Named = Readonly<Record<string, { name: string } | undefined>>;

/**
 * The name for somebody where others have names already: two who are called the same, or look so, could not be told apart in what
 * was said and decided, so the later one gets a number.
 */
export function distinctName(name: string, own: string, people: Named): string {
  const taken = new Set<string>();
  for (const [id, person] of Object.entries(people))
    if (id !== own && person !== undefined) for (const look of looksOf(person.name)) taken.add(look);
  const isFree = (wanted: string): boolean => looksOf(wanted).every((look) => !taken.has(look));
  if (isFree(name)) return name;
  for (let number = 2; ; number += 1) {
    const ending = ` ${number}`;
    const numbered = `${whole(name, maxNameUnits - ending.length).trim()}${ending}`;
    if (isFree(numbered)) return numbered;
  }
}

/** Letters of other scripts, and signs, that are drawn as a Latin one: each pair is what is seen and what it looks like. */
const lookalikes = new Map(
  [
    ['АВЕЅІЈКМНОРСТУХҮԌԚԜ', 'ABESIJKMHOPCTYXYGQW'],
    ['аеѕіјкорсухүһԁԛԝ', 'aesijkopcyxyhdqw'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    ['αγικνορυχ', 'ayikvopux'],
    ['օսհոɑɡ01|', 'ouhnagoll'],
    ['ıӏӀ', 'lll'],
  ].flatMap(([seen = '', latin = '']) => [...seen].map((sign, at) => [sign, latin.charAt(at)] as const)),
);

/** By which names are told apart: as they are read, and as they are drawn. An accent is easily overlooked. */
function looksOf(name: string): [string, string] {
  const bare = name.normalize('NFKD').replace(/[\s\p{sc=Inherited}]+/gu, '');
  const drawn = [...bare].map((sign) => lookalikes.get(sign) ?? sign).join('');
  return [bare.toLowerCase(), drawn.toLowerCase().replace(/i/g, 'l').replace(/rn/g, 'm').replace(/vv/g, 'w')];
}
