import { type Fields, fieldsAt, given, isFields, textAt } from '../../fields.ts';

/** Else a tool that says of itself that it only reads runs unasked. */
const asksFirst = { default_tools_approval_mode: 'prompt' };

/**
 * The MCP servers of a thread: the room's own, in Codex's words, and the user's, which keep all but that their tools
 * run unasked. `usersConfig` is Codex's own configuration as it was read.
 */
export function mcpServersOf(servers: Record<string, unknown>, usersConfig: Fields): Fields {
  const users = Object.keys(fieldsAt(usersConfig, 'mcp_servers')).map((name) => [name, asksFirst] as const);
  const own = Object.entries(servers).map(([name, server]) => [name, { ...serverOf(server), ...asksFirst }] as const);
  return Object.fromEntries([...users, ...own]);
}

function serverOf(server: unknown): Fields {
  const fields = isFields(server) ? server : {};
  const url = textAt(fields, 'url');
  if (url === undefined) return fields;
  return { url, ...given('http_headers', isFields(fields['headers']) ? fields['headers'] : undefined) };
}

/** Tools that the user lets run for good, one by one: that outranks what is set for their server. */
export function toolsAllowedForGood(usersConfig: Fields): string[] {
  return Object.entries(fieldsAt(usersConfig, 'mcp_servers')).flatMap(([server, fields]) =>
    Object.entries(isFields(fields) ? fieldsAt(fields, 'tools') : {}).flatMap(([tool, settings]) => {
      const mode = isFields(settings) ? textAt(settings, 'approval_mode') : undefined;
      return mode === undefined || mode === 'prompt' ? [] : [`the tool ${tool} of the MCP server ${server}`];
    }),
  );
}
