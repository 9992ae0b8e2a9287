import type { Scenario } from '../scenario.ts';
import { helpText } from '../words.ts';
import { longText } from './answers.ts';
import { plan, question, showPlan } from './people.ts';
import {
  agent,
  announceArtifact,
  firstGreeting,
  greetingPath,
  lookAround,
  runCommand,
  secondGreeting,
  writeFile,
} from './tools.ts';
import { error } from './troubles.ts';

/** Everything that the page can show, one after the other, as an agent would do it. */
export const tour: Scenario = async (stage, backstage) => {
  await stage.say(`${helpText}\n\nHere is the tour.`);
  await stage.think('First I look around, then I make a greeting polite, and I ask before I change anything.');
  showPlan(stage, 0);
  await lookAround(stage);
  await agent(stage, backstage);
  showPlan(stage, 1);
  await stage.say('Now I write a small file and change it. Each change waits for your permission.');
  if ((await writeFile(stage, greetingPath, firstGreeting)) && (await writeFile(stage, greetingPath, secondGreeting))) {
    announceArtifact(stage, greetingPath, secondGreeting);
  }
  showPlan(stage, 2);
  await runCommand(stage, 'npm test', '> demo@1.0.0 test\n> vitest run\n\n ✓ greeting.test.ts (2)\n\n 2 passed\n');
  showPlan(stage, 3);
  await question(stage, backstage);
  await plan(stage, backstage);
  await error(stage, { ...backstage, rest: 'tool' });
  await stage.say(longText);
  stage.status('tour_done', 'The tour is over.');
};
