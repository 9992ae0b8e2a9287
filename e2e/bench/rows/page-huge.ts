import { setTimeout as wait } from 'node:timers/promises';
import { as, type PromptId, type StreamId } from '@collagility/protocol/ids';
import { agentNamed, agentStarted } from '../invented-session.ts';
import { type LongestTask, longestTaskFigure, longestTaskOf } from '../longest-task.ts';
import { knock, launchBrowser, untilLive } from '../page.ts';
import type { Row } from '../row.ts';
import { openScriptedRoom, type ScriptedRoom } from '../scripted-room.ts';

const paragraph = 'Words with *emphasis*, `code`, a [link](https://example.com/x) and what else a long paragraph has. '
  .repeat(470)
  .slice(0, 44_000);
const block = `\`\`\`ts\n${Array.from({ length: 5000 }, (_, n) => `export const value${n} = compute(${n}, 'line ${n}');`).join('\n')}\n\`\`\`\n`;
const perSecond = 60;

export const pageHuge: Row = {
  name: 'page-huge',
  title:
    'a 44 KB paragraph and a block of 5 000 lines of code are written, end, and stand there: longest task of the page',
  async run(settings) {
    const browser = await launchBrowser(settings);
    const runs: Array<Record<'paragraph' | 'block', LongestTask>> = [];
    for (let round = 0; round < settings.rounds; round++) {
      const room = await openScriptedRoom();
      room.append([agentStarted('A', Date.now())]);
      const page = await (await browser.newContext()).newPage();
      await knock(page, room.guestLink, 'Ada');
      await untilLive(page);
      // The renderer's own code is loaded with the first text, before anything is measured.
      await write(room, 'first', 'Hello **there**.\n\n```ts\nconst a = 1;\n```\n');
      await page.waitForTimeout(3_000);
      const whileWriting = async (name: string, text: string) => {
        const { longest } = await longestTaskOf(browser, page, async () => {
          await write(room, name, text);
          await page.waitForTimeout(1_500);
        });
        return longest;
      };
      runs.push({
        paragraph: await whileWriting('paragraph', paragraph),
        block: await whileWriting('block', block),
      });
      await page.context().close();
      await room.close();
    }
    await browser.close();
    return [
      longestTaskFigure(
        '44 KB paragraph: ',
        runs.map((run) => run.paragraph),
      ),
      longestTaskFigure(
        '5 000 lines of code: ',
        runs.map((run) => run.block),
      ),
    ];
  },
};

/** One block of text in some seconds, as an agent would write it, with its durable end. */
async function write(room: ScriptedRoom, name: string, text: string): Promise<void> {
  const streamId = as<StreamId>(`huge-${name}`);
  const at = { atMs: Date.now(), agentId: agentNamed('A'), promptId: as<PromptId>('huge'), streamId, reasoning: false };
  room.append([{ type: 'ai.stream.start', ...at }]);
  const step = Math.ceil(text.length / 300);
  for (let o = 0; o < text.length; o += step) {
    room.emit([{ k: 'text', b: streamId, o, x: text.slice(o, o + step) }]);
    await wait(1000 / perSecond);
  }
  const content = room.keepText(text);
  room.append([{ type: 'ai.stream.end', ...at, content, textHash: '0'.repeat(64), len: text.length }]);
}
