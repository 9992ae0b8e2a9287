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
    await this.askToJoin();
  }

  async askToJoin(): Promise<void> {
    await this.page.getByLabel('Your name in the room').fill(this.name);
    await this.page.getByRole('button', { name: 'Ask to join' }).click();
  }

  async isLive(withinMs = 30_000): Promise<void> {
    await expect(this.livePill()).toHaveText('Live', { timeout: withinMs });
  }

  livePill(): Locator {
    return this.page.locator('#region-top').getByRole('status');
  }

  /** The four words at the door. */
  async words(): Promise<string[]> {
    const list = this.page.getByRole('list', { name: 'Safety words' });
    await expect(list.getByRole('listitem')).toHaveCount(4);
    return list.getByRole('listitem').allInnerTexts();
  }

  /** The transcript's text. */
  transcript(): Locator {
    return this.page.getByRole('log', { name: 'Transcript' });
  }

  async sees(text: string | RegExp, withinMs = 30_000): Promise<void> {
    await expect(this.transcript()).toContainText(text, { timeout: withinMs });
  }

  async write(kind: 'Chat' | 'Suggest' | 'Steer' | 'Prompt', text: string): Promise<void> {
    const composer = this.composer();
    const choice = composer.getByRole('radio', { name: kind });
    if ((await choice.count()) > 0) await choice.click();
    await composer.getByRole('textbox').fill(text);
    // On a phone Enter alone makes a line.
    await composer.getByRole('textbox').press('Control+Enter');
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

  composer(): Locator {
    return this.page.getByRole('region', { name: 'Composer' });
  }

  /** Somebody's place in the list of people. */
  inList(name: string): Locator {
    return this.page.getByRole('navigation', { name: 'People and agents' }).getByRole('button', { name });
  }

  /** What waits for an answer. */
  tray(): Locator {
    return this.page.getByRole('region', { name: 'Waiting for an answer' });
  }

  /** The line of one suggestion. */
  suggestion(text: string): Locator {
    return this.page.getByRole('region', { name: 'Suggestions' }).getByRole('listitem').filter({ hasText: text });
  }

  /** The prompts that wait, in their order. */
  queue(): Locator {
    return this.page.getByRole('region', { name: 'Queue' }).getByRole('listitem');
  }

  async seesBanner(text: string): Promise<void> {
    await expect(this.page.getByRole('main').getByText(text)).toBeVisible();
  }

  /** As a host: gives somebody another bundle of rights. */
  async setRole(name: string, role: string): Promise<void> {
    await this.inList(name).click();
    const dialog = this.page.getByRole('dialog', { name: 'People' });
    await this.choose(dialog.getByRole('button', { name: `Change rights… ${name}` }), role);
    await dialog.getByRole('button', { name: 'Close' }).click();
  }

  /** Chooses from a menu. */
  async choose(menu: Locator, item: string): Promise<void> {
    await menu.click();
    await this.page.locator('[role=menu]:popover-open').getByText(item, { exact: true }).click();
  }

  /** On a phone: another of its views, by a thumb. */
  async tapView(view: 'Session' | 'Changes' | 'People' | 'More'): Promise<void> {
    const tab = this.page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: view });
    await tab.tap();
    await expect(tab).toHaveAttribute('aria-current', 'page');
  }

  panel(): Locator {
    return this.page.getByRole('complementary', { name: 'Panel' });
  }

  async openChat(): Promise<void> {
    await this.panel().getByRole('tab', { name: /^Chat/ }).click();
  }

  /** Writes to everybody in the panel, so that what stands in the composer stays there. */
  async say(text: string): Promise<void> {
    await this.openChat();
    await this.panel().getByRole('textbox').fill(text);
    await this.panel().getByRole('textbox').press('Control+Enter');
  }

  /** Messages of the open chat. */
  messages(): Locator {
    return this.panel().getByRole('log').getByRole('listitem');
  }

  /** The desk, where approvals, suggestions and the composer are. */
  desk(): Locator {
    return this.page.getByRole('region', { name: 'Desk' });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }
}
