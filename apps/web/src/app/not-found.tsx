import Link from 'next/link';
import { notFound } from '../strings/landing.ts';
import { buttonClass } from '../ui/button.tsx';
import { StatePage } from '../ui/state-page.tsx';

export default function NotFound() {
  return (
    <StatePage
      icon="search"
      title={notFound.title}
      lead={notFound.lead}
      actions={
        <Link href="/" className={buttonClass('primary')}>
          {notFound.home}
        </Link>
      }
    />
  );
}
