import { expect, type Locator, type Page } from '@playwright/test';

/** Somebody with the page open, by what they can see and press. */
export class Person {
  readonly page: Page;
  readonly name: string;
  /** What went wrong in the page's console and on its wires. */
  readonly troubles: string[] = [];
  readonly requests: string[] = [];

  constructor(page: Page, name: string) {
    this.page = page;
    this.name = name;
    page.on('pageerror', (error) => this.troubles.push(`exception: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.troubles.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => this.requests.push(request.url()));
  }

  /** Opens a link and asks to be let in. */
  async knock(link: string): Promise<void> {
    await this.page.goto(link);
    await this.page.getByLabel('Your name in the room').fill(this.name);
    await this.page.getByRole('button', { name: 'Ask to join' }).click();
  }

  async isLive(withinMs = 15_000): Promise<void> {
    await expect(this.livePill()).toHaveText('Live', { timeout: withinMs });
  }

  livePill(): Locator {
    return this.page.getByTestId('live-pill');
  }

  /** The four words at the door. */
  async words(): Promise<string[]> {
    const list = this.page.getByRole('list', { name: 'Safety words' });
    await expect(list.getByRole('listitem')).toHaveCount(4);
    return list.getByRole('listitem').allInnerTexts();
  }

  /** The transcript's text. */
  transcript(): Locator {
    return this.page.getByRole('log');
  }

  async sees(text: string | RegExp, withinMs = 15_000): Promise<void> {
    await expect(this.transcript()).toContainText(text, { timeout: withinMs });
  }

  async write(kind: 'Chat' | 'Suggest' | 'Prompt', text: string): Promise<void> {
    const composer = this.page.getByRole('region', { name: 'Composer' });
    const choice = composer.getByRole('radio', { name: kind });
    if ((await choice.count()) > 0) await choice.click();
    await composer.getByRole('textbox').fill(text);
    await composer.getByRole('textbox').press('Enter');
  }

  prompt(text: string): Promise<void> {
    return this.write('Prompt', text);
  }

  suggest(text: string): Promise<void> {
    return this.write('Suggest', text);
  }

  chat(text: string): Promise<void> {
    return this.write('Chat', text);
  }

  /** The desk, where approvals, suggestions and the composer are. */
  desk(): Locator {
    return this.page.getByRole('region', { name: 'Desk' });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }
}
