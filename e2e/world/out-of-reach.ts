import type { Locator } from '@playwright/test';

/** Which of these cannot be seen whole and pressed where the page stands now, and why; and which lie on another. */
export async function outOfReach(parts: Readonly<Record<string, Locator>>): Promise<string[]> {
  const troubles: string[] = [];
  const boxes: Array<{ name: string; top: number; bottom: number; left: number; right: number }> = [];
  for (const [name, part] of Object.entries(parts)) {
    const box = await part.boundingBox();
    const screen = part.page().viewportSize();
    if (box === null || screen === null) {
      troubles.push(`${name} has no place`);
      continue;
    }
    const { x: left, y: top } = box;
    const right = left + box.width;
    const bottom = top + box.height;
    if (top < -1 || bottom > screen.height + 1 || left < -1 || right > screen.width + 1)
      troubles.push(`${name} reaches from ${Math.round(top)} to ${Math.round(bottom)} of ${screen.height}`);
    const over = await part.evaluate(
      (element, { x, y }) => {
        const hit = element.ownerDocument.elementFromPoint(x, y);
        return hit !== null && (element.contains(hit) || hit.contains(element))
          ? ''
          : String(hit?.outerHTML).slice(0, 90);
      },
      { x: left + box.width / 2, y: top + box.height / 2 },
    );
    if (over !== '') troubles.push(`${name} lies below ${over}`);
    for (const other of boxes)
      if (left < other.right - 1 && right > other.left + 1 && top < other.bottom - 1 && bottom > other.top + 1)
        troubles.push(`${name} lies on ${other.name}`);
    boxes.push({ name, top, bottom, left, right });
  }
  return troubles;
}
