/** Nothing there yet, and what will be. */
export function Nothing({ title, lead }: { title: string; lead: string }) {
  return (
    <div className="px-4 py-4">
      <p>{title}</p>
      <p className="mt-1 text-12 text-ink-3">{lead}</p>
    </div>
  );
}
