import katex from 'katex';

/** MathML as plain data: only names and attributes that are listed below. */
export type MathTree = string | { name: string; attributes: Record<string, string>; children: MathTree[] };

const names = new Set(
  'math semantics mrow mi mn mo mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle mpadded mphantom menclose'.split(
    ' ',
  ),
);
const attributeNames = new Set(
  'display mathvariant stretchy fence separator lspace rspace width height depth voffset columnalign columnspacing rowspacing accent accentunder linethickness scriptlevel displaystyle notation minsize maxsize mathcolor movablelimits'.split(
    ' ',
  ),
);
const maxSourceUnits = 10_000;

/**
 * LaTeX as MathML, which the browser draws with its own fonts: nothing is fetched. KaTeX may follow no link and load
 * nothing (`trust: false`), and its macros may expand only so far; what is not on the lists is left out. `undefined`:
 * it cannot be read.
 */
export function mathTree(source: string, isBlock: boolean): MathTree | undefined {
  if (source.length > maxSourceUnits) return undefined;
  let markup: string;
  try {
    markup = katex.renderToString(source, {
      displayMode: isBlock,
      output: 'mathml',
      trust: false,
      maxExpand: 500,
      maxSize: 20,
      strict: 'ignore',
      throwOnError: true,
    });
  } catch {
    // Not LaTeX, or more of it than we are ready for: the source is shown.
    return undefined;
  }
  const math = new DOMParser().parseFromString(markup, 'text/html').querySelector('math');
  return math === null ? undefined : treeOf(math);
}

function treeOf(element: Element): MathTree {
  const children: MathTree[] = [];
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) children.push(child.textContent ?? '');
    // The annotation holds the source again; it is not drawn.
    else if (child instanceof Element && names.has(child.localName)) children.push(treeOf(child));
  }
  const attributes = Object.fromEntries(
    [...element.attributes].filter(({ name }) => attributeNames.has(name)).map(({ name, value }) => [name, value]),
  );
  return { name: element.localName, attributes, children };
}
