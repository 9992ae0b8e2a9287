import { expect, test } from 'vitest';
import { claudeArguments, permissionModeOf, refusedFlag } from './arguments.ts';
import { encodeLine, userMessage } from './wire.ts';

const base = { config: { workspacePath: '/work' }, permissionTool: 'stdio', droppedFlags: new Set<string>() };

test('[B19] every value stands behind its flag, so that none can be a flag itself', () => {
  const args = claudeArguments({ ...base, config: { workspacePath: '/work', model: '--version' } });
  expect(args).toContain('--model=--version');
  expect(args.filter((argument) => !argument.startsWith('-'))).toEqual([]);
});

test('[B20] no text of people is on argv: neither the prompt nor the addition to the system prompt', () => {
  const args = claudeArguments({ ...base, config: { workspacePath: '/work', systemPromptOverlay: 'be brief' } });
  expect(args.join(' ')).not.toContain('be brief');
});

test('[B08] a session is named by one flag only', () => {
  const args = claudeArguments({ ...base, resume: { nativeSessionId: 'abc-1', fork: true } });
  expect(args.filter((argument) => /session/.test(argument) || argument.startsWith('--resume'))).toEqual([
    '--resume=abc-1',
    '--fork-session',
  ]);
  expect(() => claudeArguments({ ...base, resume: { nativeSessionId: '../x y', fork: false } })).toThrow();
});

test('all checks are never switched off, whatever the config says', () => {
  expect(claudeArguments(base).join(' ')).not.toMatch(/dangerously|bypass/);
  expect(() => permissionModeOf({ workspacePath: '/', permissionMode: 'bypassPermissions' })).toThrow();
});

test('only a flag that can be left out is left out', () => {
  expect(refusedFlag("error: unknown option '--forward-subagent-text'")).toBe('--forward-subagent-text');
  expect(refusedFlag("error: unknown option '--verbose'")).toBeUndefined();
});

test('[B22] the text of a participant is never the last block, the host’s command is, alone and at its start', () => {
  const prompt = { promptId: 'p', correlationId: 'c', text: '/clear' };
  const guest = JSON.stringify(userMessage(prompt, 'u'));
  expect(guest.indexOf('/clear')).toBeLessThan(guest.indexOf('End of the participant'));
  expect(userMessage({ ...prompt, mayCommand: true }, 'u')).toEqual({
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text: '/clear' }] },
    uuid: 'u',
  });
});

test('a line of the input is one line, whatever it holds', () => {
  const line = encodeLine({ text: 'a\nb\r\u2028c' });
  expect(line.indexOf('\n')).toBe(line.length - 1);
});

test('attachments and files stand before the text', () => {
  const message = userMessage(
    {
      promptId: 'p',
      correlationId: 'c',
      text: 'look',
      attachments: [{ kind: 'image', mimeType: 'image/png', name: 'x.png', bytes: Uint8Array.of(1, 2) }],
      contextFiles: [{ filePath: 'a.ts', content: 'x', lineRange: [1, 2] }, { filePath: 'b.ts' }],
      mayCommand: true,
    },
    'u',
  );
  expect(message).toMatchObject({
    message: {
      content: [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQI=' } },
        { text: '<file name="a.ts, lines 1–2">\nx\n</file>' },
        { text: 'See the file b.ts.' },
        { text: 'look' },
      ],
    },
  });
});
