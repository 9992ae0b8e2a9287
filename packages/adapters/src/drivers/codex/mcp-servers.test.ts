import { expect, test } from 'vitest';
import { mcpServersOf, toolsAllowedForGood } from './mcp-servers.ts';

test('the tools of all servers ask, and one over HTTP is named in Codex’s words', () => {
  const users = { mcp_servers: { mine: { command: 'x', tools: { peek: { approval_mode: 'approve' } } } } };
  const room = { far: { type: 'http', url: 'http://127.0.0.1:1/mcp', headers: { Authorization: 'Bearer x' } } };
  expect(mcpServersOf(room, users)).toEqual({
    mine: { default_tools_approval_mode: 'prompt' },
    far: {
      url: 'http://127.0.0.1:1/mcp',
      http_headers: { Authorization: 'Bearer x' },
      default_tools_approval_mode: 'prompt',
    },
  });
  expect(toolsAllowedForGood(users)).toEqual(['the tool peek of the MCP server mine']);
});
