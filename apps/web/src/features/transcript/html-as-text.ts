/** A node of a Markdown tree, as far as it is looked at here. */
type Node = { type: string; value?: string; children?: Node[] };

/** Raw HTML in Markdown is text: it is shown, and it is never parsed. */
export function htmlAsText() {
  return (tree: Node): void => visit(tree);
}

function visit(node: Node): void {
  if (node.children === undefined) return;
  for (const child of node.children) {
    if (child.type === 'html') child.type = 'text';
    else visit(child);
  }
}
