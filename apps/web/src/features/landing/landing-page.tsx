import type { ReactNode } from 'react';
import { landing } from '../../strings/landing.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Disc } from '../../ui/disc.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { SigningLine } from '../../ui/signing-line.tsx';
import { PasteLinkButton } from './paste-link.tsx';

const words = landing;

/** The start page: what this is, how to start, what leaves the machine. */
export function LandingPage() {
  return (
    <div className="mx-auto max-w-[1120px] px-8 pb-12 max-md:px-4">
      <header className="flex items-center gap-2 py-5 text-15">
        <Mark withName />
        <span className="flex-1" />
        <PasteLinkButton label={words.haveLink} />
      </header>
      <main>
        <section className="grid grid-cols-[1.12fr_1fr] items-center gap-16 pt-14 pb-16 max-md:grid-cols-1 max-md:gap-8 max-md:pt-7 max-md:pb-9">
          <div className="min-w-0">
            <h1 className="text-balance font-semibold text-44 tracking-[-0.032em] max-md:text-34">{words.title}</h1>
            <p className="mt-[18px] mb-[26px] max-w-[500px] text-16 text-ink-2 leading-[1.625rem]">{words.lead}</p>
            <div className="flex min-h-[52px] max-w-[500px] items-center gap-2.5 rounded-8 border border-field bg-surface pr-2.5 pl-4">
              <span className="text-ink-3" aria-hidden="true">
                $
              </span>
              <code className="min-w-0 flex-1 truncate font-medium text-15">{words.command}</code>
              <CopyButton text={words.command} label={words.copy} />
            </div>
            <p className="mt-2.5 text-12 text-ink-3">{words.underCommand}</p>
          </div>
          <Demo />
        </section>
        <section className="border-line-2 border-t pt-8 pb-9">
          <h2 className="mb-[18px] font-semibold text-20 tracking-[-0.015em]">{words.howTitle}</h2>
          <ol className="grid grid-cols-3 gap-10 max-md:grid-cols-1 max-md:gap-5">
            {words.how.map(([title, text], index) => (
              <li key={title} className="grid grid-cols-[1.25rem_1fr] gap-x-1.5">
                <span className="text-ink-3 tabular-nums">{index + 1}</span>
                <span>
                  <b className="font-semibold">{title}</b>
                  <span className="block text-ink-2">{text}</span>
                </span>
              </li>
            ))}
          </ol>
        </section>
        <section className="border-line-2 border-t pt-8 pb-7">
          <h2 className="mb-[18px] font-semibold text-20 tracking-[-0.015em]">{words.leaves}</h2>
          <div className="grid grid-cols-3 gap-10 max-md:grid-cols-1 max-md:gap-6">
            <Facts title={words.stays} icon="check" items={words.staysItems} />
            <Facts title={words.goes} icon="lock" items={words.goesItems} />
            <Facts title={words.relay} icon="eye" items={words.relayItems}>
              <Fact icon="cross">{words.relayNot}</Fact>
            </Facts>
          </div>
          <p className="mt-[18px] max-w-[700px] text-ink-2">{words.limits}</p>
        </section>
        <section className="border-line border-t py-[18px] text-ink-2">
          <span className="text-ink-3">{words.worksWith}</span> {words.agents}
        </section>
      </main>
    </div>
  );
}

function Facts({
  title,
  icon,
  items,
  children,
}: {
  title: string;
  icon: IconName;
  items: readonly string[];
  children?: ReactNode;
}) {
  return (
    <div>
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      <ul>
        {items.map((item) => (
          <Fact key={item} icon={icon}>
            {item}
          </Fact>
        ))}
        {children}
      </ul>
    </div>
  );
}

function Fact({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li className="flex min-h-8 items-start gap-2 py-[5px] [&>svg]:mt-0.5 [&>svg]:text-ink-3">
      <Icon name={icon} />
      {children}
    </li>
  );
}

/** A still of a session; nothing in it can be pressed. */
function Demo() {
  const { demo } = words;
  return (
    <figure className="min-w-0">
      <div className="overflow-hidden rounded-10 border border-line-2 bg-raised shadow-1">
        <div className="grid gap-1.5 px-4 py-3.5">
          <div className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2.5">
            <Disc name={demo.host} color={0} size={24} />
            <div>
              <p className="text-12 text-ink-3">
                <b className="font-semibold text-13 text-ink">{demo.host}</b> {demo.how}
              </p>
              <p className="font-medium">{demo.prompt}</p>
            </div>
          </div>
          <p className="ml-[34px] flex min-h-[26px] items-center gap-2 text-ink-2 [&>svg]:text-ink-3">
            <Icon name="file" /> {demo.read} <span className="text-12 text-ink-3">1.2 s</span>
          </p>
          <p className="ml-[34px] flex min-h-[26px] items-center gap-2 text-ink-2 [&>svg]:text-ink-3">
            <Icon name="pencil" /> {demo.edited} <code className="text-12">deliver.ts</code>
            <code className="text-12">
              <span className="text-ok">+12</span> <span className="text-bad">−3</span>
            </code>
          </p>
        </div>
        <div className="grid gap-2.5 border-line border-t px-4 py-3.5">
          <p className="flex items-center gap-2">
            <Icon name="terminal" /> <b className="font-semibold">{demo.run}</b>{' '}
            <span className="text-ink-3">{demo.asked}</span>
          </p>
          <code className="exact">
            <span className="text-ink-3">$ </span>
            {demo.command}
          </code>
          <SigningLine
            state={{ name: 'signed' }}
            signers={[{ name: 'A', color: 1 }]}
            words={demo.signer}
            under={
              <>
                {demo.signed}, <code className="text-11">9f3c 21ab</code>
              </>
            }
          />
        </div>
      </div>
      <figcaption className="mt-2.5 text-12 text-ink-3">{demo.caption}</figcaption>
    </figure>
  );
}
