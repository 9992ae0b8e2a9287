import { demoFolder } from '../demo-folder.ts';
import type { Scenario } from '../scenario.ts';
import type { Stage } from '../stage.ts';
import { refusalWords } from '../words.ts';
import { runCommand } from './tools.ts';

/** At most this many at once: a page full of requests shows nothing more. */
const maxAsked = 20;

export const ask: Scenario = async (stage, { rest }) => {
  const asked = Number.parseInt(rest, 10);
  const count = Number.isNaN(asked) ? 3 : Math.min(Math.max(asked, 1), maxAsked);
  const commands = Array.from({ length: count }, (_, index) => `touch ${demoFolder}/asked-${index + 1}.txt`);
  const answers = await Promise.all(commands.map((command) => runCommand(stage, command, `ran: ${command}\n`)));
  await stage.say(`Answers: ${answers.map((ran) => (ran ? 'allowed' : 'refused')).join(', ')}.`);
};

const questions = [
  {
    question: 'Which test runner do you want?',
    header: 'Runner',
    multiSelect: false,
    options: [
      { label: 'Vitest', description: 'Fast, and knows TypeScript', preview: "import { it } from 'vitest';" },
      { label: 'node:test', description: 'Nothing to install', preview: "import { it } from 'node:test';" },
    ],
  },
  {
    question: 'Where shall the tests run?',
    header: 'Places',
    multiSelect: true,
    options: [
      { label: 'web', description: 'In a browser' },
      { label: 'node', description: 'In Node' },
      { label: 'worker', description: 'At the edge' },
    ],
  },
];

export const question: Scenario = async (stage) => {
  const call = stage.startTool({
    toolName: 'AskUserQuestion',
    kind: 'other',
    title: 'Two questions',
    arguments: { questions },
  });
  const decision = await stage.ask('question', call, { questions });
  if (!decision.approved) {
    stage.endTool(call.toolId, 'denied', refusalWords(decision));
    await stage.say(`You did not answer. ${refusalWords(decision)}`);
    return;
  }
  const answers = questions.map(
    ({ header, question: key }) => `${header}: ${decision.answers?.[key] ?? '(no answer)'}`,
  );
  stage.endTool(call.toolId, 'completed', answers.join('\n'));
  await stage.say(`You chose ${answers.join('; ')}.`);
};

const planText = `## Plan

1. Read the greeting
2. Make it polite
3. Run the tests

Nothing else is touched.`;

const planSteps = ['Read the greeting', 'Make it polite', 'Run the tests'];

/** The plan with `done` steps behind it; the next one is being worked on. */
export function showPlan(stage: Stage, done: number): void {
  stage.plan(
    planSteps.map((text, index) => ({
      text,
      status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
    })),
  );
}

export const plan: Scenario = async (stage) => {
  await stage.think('A plan first, so that it can be reviewed.');
  const call = stage.startTool({
    toolName: 'ExitPlanMode',
    kind: 'other',
    title: 'Plan',
    arguments: { plan: planText },
  });
  const decision = await stage.ask('plan_review', call, { plan: planText });
  if (!decision.approved) {
    stage.endTool(call.toolId, 'denied', refusalWords(decision));
    await stage.say(`The plan was not accepted. ${refusalWords(decision)}`);
    return;
  }
  stage.endTool(call.toolId, 'completed', 'The plan was accepted.');
  for (let done = 0; done <= planSteps.length; done += 1) {
    showPlan(stage, done);
    await stage.pause(300);
  }
  await stage.say('The plan was accepted, and every step is done.');
};
