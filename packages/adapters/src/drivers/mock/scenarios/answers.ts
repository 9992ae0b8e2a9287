import type { Scenario } from '../scenario.ts';
import { helpText } from '../words.ts';
import { slowTool } from './tools.ts';

export const help: Scenario = async (stage) => {
  await stage.say(helpText);
};

export const text: Scenario = async (stage, { prompt }) => {
  const names = [
    ...(prompt.contextFiles ?? []).map((file) => file.filePath),
    ...(prompt.attachments ?? []).map((one) => one.name),
  ];
  const seen = names.length === 0 ? '' : ` I was given: ${names.join(', ')}.`;
  await stage.say(`Hello. This is a short answer from the mock agent.${seen}`);
};

export const think: Scenario = async (stage) => {
  await stage.think('The person wants to see reasoning. I show some first, then I answer.');
  await stage.say('I have thought about it.');
};

/** Everything that the Markdown of an answer may hold. */
export const longText = `# A long answer

It has **bold**, *italic*, ~~struck~~ and \`inline code\`, and a [link](https://example.com/).

## A list

1. First
2. Second
   - with a part
   - and another
3. Third

- [x] done
- [ ] not yet

## A table

| Language | Typed | Year |
| --- | :---: | ---: |
| TypeScript | yes | 2012 |
| Python | partly | 1991 |
| Rust | yes | 2015 |

## Code

\`\`\`ts
export function greet(name: string): string {
  return \`Hello, \${name}!\`;
}
\`\`\`

\`\`\`python
def greet(name: str) -> str:
    return f"Hello, {name}!"
\`\`\`

\`\`\`rust
fn greet(name: &str) -> String {
    format!("Hello, {name}!")
}
\`\`\`

\`\`\`sh
npm test -- --reporter=dot
\`\`\`

\`\`\`json
{ "name": "demo", "private": true }
\`\`\`

\`\`\`diff
- const answer = 41;
+ const answer = 42;
\`\`\`

## Math

Inline \\(e^{i\\pi} + 1 = 0\\), and on its own:

$$
\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}
$$

> A quotation, to end with.

---

That was the long answer.`;

export const long: Scenario = async (stage) => {
  await stage.say(longText);
};

export const echo: Scenario = async (stage, { rest, systemPrompt }) => {
  if (rest === 'system') await stage.say(systemPrompt === '' ? '(no system prompt)' : systemPrompt);
  else await stage.say(rest === '' ? '(nothing)' : rest);
};

export const memory: Scenario = async (stage, { session }) => {
  const earlier = session.prompts.slice(0, -1);
  const last = earlier.at(-1);
  await stage.say(
    last === undefined
      ? 'I remember nothing of this session.'
      : `I remember ${earlier.length} prompts. The last one: ${last}`,
  );
};

/** Far more words than anybody waits for. */
const slowWords = 20_000;

export const slow: Scenario = async (stage, backstage) => {
  if (backstage.rest === 'tool') return slowTool(stage, backstage);
  const { takeSteered } = backstage;
  let streamId = stage.id('text');
  for (let word = 1; word <= slowWords; word += 1) {
    await stage.pause(120, 5);
    for (const steered of takeSteered()) {
      stage.out.endBlock(streamId);
      streamId = stage.id('text');
      await stage.say(`You said: ${steered}`);
    }
    stage.out.addChunk(streamId, `${word} `);
  }
  stage.out.endBlock(streamId);
};
