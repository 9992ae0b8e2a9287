import { type Fields, fieldsAt, objectsAt, textAt } from '../../fields.ts';
import type { AdapterEventPayloads } from '../../port.ts';

type Entries = AdapterEventPayloads['PLAN_UPDATED']['entries'];
type Status = Entries[number]['status'];

/** Follows both of Claude's ways to keep a plan: the to-do list that is written whole, and tasks changed one by one. */
export class PlanTracker {
  readonly #tasks = new Map<string, { text: string; status: Status }>();

  /** The plan after this finished call, or undefined where the call changed none. */
  read(toolName: string, input: Fields, result: Fields): Entries | undefined {
    switch (toolName) {
      case 'TodoWrite':
        return objectsAt(input, 'todos').map((todo) => ({
          text: textAt(todo, 'content') ?? '',
          status: statusOf(textAt(todo, 'status')) ?? 'pending',
        }));
      case 'TaskCreate':
        return this.#create(fieldsAt(result, 'task'));
      case 'TaskUpdate':
        return this.#update(input);
      case 'TaskList':
        return this.#replace(objectsAt(result, 'tasks'));
      default:
        return undefined;
    }
  }

  #create(task: Fields): Entries | undefined {
    const id = textAt(task, 'id');
    if (id === undefined) return undefined;
    this.#tasks.set(id, { text: textAt(task, 'subject') ?? '', status: 'pending' });
    return this.#entries();
  }

  #update(input: Fields): Entries | undefined {
    const id = textAt(input, 'taskId');
    const task = id === undefined ? undefined : this.#tasks.get(id);
    if (id === undefined || task === undefined) return undefined;
    const status = textAt(input, 'status');
    if (status === 'deleted') this.#tasks.delete(id);
    else {
      const text = textAt(input, 'subject') ?? task.text;
      this.#tasks.set(id, { text, status: statusOf(status) ?? task.status });
    }
    return this.#entries();
  }

  #replace(tasks: readonly Fields[]): Entries {
    this.#tasks.clear();
    for (const task of tasks) {
      const id = textAt(task, 'id');
      if (id === undefined) continue;
      this.#tasks.set(id, {
        text: textAt(task, 'subject') ?? '',
        status: statusOf(textAt(task, 'status')) ?? 'pending',
      });
    }
    return this.#entries();
  }

  #entries(): Entries {
    return [...this.#tasks.values()].map((task) => ({ ...task }));
  }
}

function statusOf(text: string | undefined): Status | undefined {
  return text === 'pending' || text === 'in_progress' || text === 'completed' ? text : undefined;
}
