import { listOf } from './prompt-seen.ts';
import { runRealContract } from './real-contract.ts';

runRealContract('pi', ({ model }) => ({
  // `/compact` does nothing in a session without a past; a template of the user is a command as well.
  command: {
    text: '/demo',
    hasRun: () => JSON.stringify(model.requests()).includes('The words of the template.'),
  },
  earlierPrompts: () =>
    listOf(model.requests().at(-1)?.['messages']).filter((message) => message['role'] === 'assistant').length,
  systemPromptSeen: () => JSON.stringify(model.requests().at(-1) ?? {}),
  contextFilesSeen: () =>
    [...JSON.stringify(model.requests().at(-1) ?? {}).matchAll(/<file name=\\\\?\\?"([^"\\]+)/g)].map(
      ([, name]) => name ?? '',
    ),
}));
