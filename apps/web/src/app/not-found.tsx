import Link from 'next/link';
import { notFound } from '../strings/landing.ts';
import { Mark } from '../ui/mark.tsx';

export default function NotFound() {
  return (
    <main className="mx-auto max-w-[456px] px-4 py-20">
      <Mark withName />
      <h1 className="mt-8 font-semibold text-26 tracking-[-0.022em]">{notFound.title}</h1>
      <p className="mt-2 text-14 text-ink-2">{notFound.lead}</p>
      <Link href="/" className="mt-5 inline-block underline underline-offset-3">
        {notFound.home}
      </Link>
    </main>
  );
}
