import { expect, test } from 'vitest';
import { keptStream } from './kept-stream.ts';

test('a recorded conversation keeps both sides, and neither places of the machine nor long texts of vendors', () => {
  const lines = [
    { from: 'client', line: '{"id":1,"method":"session/new","params":{"cwd":"/tmp/work-1"}}' },
    { from: 'agent', line: 'Loading /tmp/home-1/.config' },
    { from: 'agent', line: '' },
    { from: 'agent', line: JSON.stringify({ id: 1, result: { help: 'x'.repeat(2_000), list: Array(50).fill('a') } }) },
  ];
  const kept = keptStream(lines, [
    ['/tmp/work-1', '/home/dev/project'],
    ['/tmp/home-1', '/home/dev'],
  ]);
  const [asked, noise, answer, end] = kept.split('\n');
  expect(JSON.parse(asked ?? '')).toMatchObject({ from: 'client', message: { params: { cwd: '/home/dev/project' } } });
  expect(JSON.parse(noise ?? '')).toEqual({ from: 'agent', raw: 'Loading /home/dev/.config' });
  expect(answer?.length).toBeLessThan(500);
  expect(end).toBe('');
});
