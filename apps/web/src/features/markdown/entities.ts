const entity = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/g;
let field: HTMLTextAreaElement | undefined;

/** Character references as the characters they name. The browser knows all of them; in a text field nothing runs. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(entity, (name) => {
    field ??= document.createElement('textarea');
    field.innerHTML = name;
    return field.value;
  });
}
