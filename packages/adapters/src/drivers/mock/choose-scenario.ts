import type { PromptPayload } from '../../port.ts';
import type { Backstage, Scenario } from './scenario.ts';
import { echo, help, long, memory, slow, text, think } from './scenarios/answers.ts';
import { ask, plan, question } from './scenarios/people.ts';
import { agent, big, edit, tool, tools } from './scenarios/tools.ts';
import { tour } from './scenarios/tour.ts';
import { error, fault } from './scenarios/troubles.ts';

const byWord: Readonly<Record<string, Scenario>> = {
  agent,
  ask,
  big,
  echo,
  edit,
  error,
  fault,
  help,
  long,
  memory,
  plan,
  question,
  slow,
  text,
  think,
  tool,
  tools,
  tour,
};

const clear: Scenario = async (stage, { startNewSession }) => {
  startNewSession();
  await stage.say('I forgot this conversation.');
};
const commands: Readonly<Record<string, Scenario>> = { '/help': help, '/clear': clear };
export const slashCommands = Object.keys(commands);

/** The scenario that a prompt names by its first word. A command only where the prompt may be one; else it is text. */
export function chooseScenario(prompt: PromptPayload): { scenario: Scenario; rest: Backstage['rest'] } {
  const gap = prompt.text.search(/\s/);
  const word = gap < 0 ? prompt.text : prompt.text.slice(0, gap);
  const rest = gap < 0 ? '' : prompt.text.slice(gap + 1);
  const command = prompt.mayCommand === true ? commands[word] : undefined;
  const scenario = Object.hasOwn(byWord, word) ? byWord[word] : undefined;
  return { scenario: command ?? scenario ?? tour, rest };
}
