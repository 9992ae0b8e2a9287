'use client';
import { reasonText } from '@collagility/protocol/reasons';
import { useState } from 'react';
import { age, clock, shortTime } from '../../lib/time.ts';
import { useSteadyNow } from '../../lib/use-now.ts';
import { strings } from '../../strings.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { WordsWithCode } from '../../ui/words-with-code.tsx';
import { useActions, usePerson, useRoom } from './room-store.ts';
import { useRoomUi } from './room-ui.ts';
import { useMedia } from './use-media.ts';

const words = strings.room.banners;
/** A break shorter than this is only told by the pill. */
const tellAfterMs = 4000;

/** What passes, above the transcript. */
export function Banners() {
  return (
    // Above the keyboard of a phone a terminal needs the place; that keys go nowhere stands below its screen.
    // However many pass at once, most of the height is left to what they are about: they scroll inside themselves.
    <div className="empty:hidden fade-y mx-auto grid max-h-[max(40%,8rem)] w-full max-w-[772px] flex-none gap-2 overflow-y-auto overscroll-contain px-6 py-3 max-sm:px-3.5 max-sm:py-2 [[data-writing]:has([data-typing])_&]:hidden">
      <Door />
      <Alarm />
      <Lost />
      <Ended />
      <Connection />
      <Paused />
      <Driver />
      <Following />
      <Frozen />
      <QueueStopped />
      <Unasked />
      <InMemory />
      <ClockSkew />
    </div>
  );
}

/** A phone has no rail that would say so. */
function Door() {
  const ui = useRoomUi();
  const name = useRoom((view) => (view.me?.rights.invite === true ? view.lobby[0]?.name : undefined));
  const count = useRoom((view) => view.lobby.length);
  const isPhone = useMedia('(max-width: 40em)');
  if (name === undefined || !isPhone) return null;
  return (
    <Banner
      icon="people"
      title={count > 1 ? strings.room.atDoorMany(count) : strings.room.atDoor(name)}
      action={<Button onClick={() => ui.open({ name: 'door' })}>{strings.room.checkWords}</Button>}
    />
  );
}

function Alarm() {
  const alarm = useRoom((view) => view.alarm);
  if (alarm === undefined) return null;
  return (
    <Banner tone="bad" icon="warning" title={words.alarm}>
      {words.alarmText}
    </Banner>
  );
}

/** The host's history is not the one that stood here (CLG-59): said until somebody has read it. */
function Lost() {
  const lost = useRoom((view) => view.lost);
  const [readSeq, setReadSeq] = useState<number>();
  if (lost === undefined || lost.atSeq === readSeq) return null;
  return (
    <Banner
      tone="warn"
      icon="warning"
      title={words.lost}
      action={<Button onClick={() => setReadSeq(lost.atSeq)}>{words.lostRead}</Button>}
    >
      {words.lostText(lost.events)}
    </Banner>
  );
}

function Ended() {
  const ended = useRoom((view) => view.state?.ended);
  if (ended === undefined) return null;
  return (
    <Banner icon="stop" title={words.ended}>
      {words.endedText}
    </Banner>
  );
}

function Connection() {
  const actions = useActions();
  const liveness = useRoom((view) => view.liveness);
  const hasEnded = useRoom((view) => view.state?.ended !== undefined);
  const now = useSteadyNow();
  if (hasEnded) return null;
  if (liveness.name === 'host_away')
    return (
      <Banner tone="bad" icon="warning" title={words.hostAway(shortTime(now - liveness.sinceMs))}>
        {words.hostAwayKept}
      </Banner>
    );
  // The pause has a banner of its own.
  if (liveness.name === 'not_live' && liveness.reason === 'paused') return null;
  if (liveness.name !== 'not_live' || now - liveness.sinceMs < tellAfterMs) return null;
  return (
    <Banner
      tone="warn"
      icon="clock"
      title={words.notLive(shortTime(now - liveness.sinceMs))}
      action={<Button onClick={() => actions.reconnectNow()}>{words.reconnect}</Button>}
    >
      {words.notLiveKept}
    </Banner>
  );
}

function Paused() {
  const actions = useActions();
  const paused = useRoom((view) => view.state?.paused);
  const by = usePerson(paused?.by);
  const isHost = useRoom((view) => view.me?.rights.manage ?? false);
  if (paused === undefined) return null;
  return (
    <Banner
      tone={paused.panic ? 'bad' : 'neutral'}
      icon={paused.panic ? 'warning' : 'pause'}
      title={paused.panic ? words.panic(by.name) : words.paused(by.name)}
      action={
        isHost ? <Button onClick={() => actions.send({ type: 'room.resume' })}>{strings.room.resume}</Button> : null
      }
    >
      {paused.panic ? words.panicText : isHost ? words.pausedHost : words.pausedGuest}
    </Banner>
  );
}

function Driver() {
  const actions = useActions();
  const driver = useRoom((view) => view.state?.driver);
  const me = useRoom((view) => view.me);
  const person = usePerson(driver?.participantId);
  if (driver === undefined) return null;
  const driverWords = strings.people.driver;
  const isMine = driver.participantId === me?.participantId;
  const mayEnd = isMine || me?.rights.manage === true;
  return (
    <Banner
      icon="people"
      title={isMine ? driverWords.mine : driverWords.banner(person.name)}
      action={
        mayEnd ? (
          <Button onClick={() => actions.send({ type: 'driver.take_back' })}>
            {isMine ? driverWords.giveBack : driverWords.takeBack}
          </Button>
        ) : null
      }
    >
      {isMine ? driverWords.mineText : driverWords.bannerText}
    </Banner>
  );
}

function Following() {
  const { following, follow } = useRoomUi();
  const isAgent = following === 'agent';
  const person = usePerson(isAgent ? undefined : following);
  const isSomewhere = useRoom((view) =>
    following === undefined || following === 'agent' ? true : (view.looking[following] ?? '') !== '',
  );
  if (following === undefined) return null;
  const followWords = strings.people.follow;
  const name = isAgent ? followWords.theAgent : person.name;
  return (
    <Banner
      icon="eye"
      title={isSomewhere ? followWords.following(name) : followWords.nowhere(name)}
      action={<Button onClick={() => follow(undefined)}>{followWords.stop}</Button>}
    >
      {followWords.hint}
    </Banner>
  );
}

function Frozen() {
  const isFrozen = useRoom((view) => view.me?.frozen ?? false);
  if (!isFrozen) return null;
  return (
    <Banner tone="warn" icon="lock" title={words.frozen}>
      {words.frozenText}
    </Banner>
  );
}

function QueueStopped() {
  const actions = useActions();
  const { agentId } = useRoomUi();
  const stopped = useRoom((view) => (agentId === undefined ? undefined : view.state?.agents[agentId]?.queueStopped));
  const waiting = useRoom((view) => (agentId === undefined ? 0 : (view.state?.agents[agentId]?.queue.length ?? 0)));
  const isHost = useRoom((view) => view.me?.rights.manage ?? false);
  if (stopped === undefined || agentId === undefined) return null;
  return (
    <Banner
      tone="warn"
      icon="clock"
      title={words.queueStopped}
      action={
        isHost ? (
          <Button onClick={() => actions.send({ type: 'queue.resume', agentId })}>{words.queueResume}</Button>
        ) : null
      }
    >
      <WordsWithCode text={reasonText(stopped.reason)} className="text-12" />{' '}
      {waiting === 0 ? '' : words.queueWaits(waiting, isHost)}{' '}
      {stopped.retryAtMs === undefined ? '' : words.retryAt(clock(stopped.retryAtMs), isHost)}
    </Banner>
  );
}

function Unasked() {
  const { agentId } = useRoomUi();
  const agent = useRoom((view) => (agentId === undefined ? undefined : view.state?.agents[agentId]));
  if (agent === undefined || agent.stopped !== undefined) return null;
  if (agent.mode === 'act')
    return (
      <Banner tone="warn" icon="warning" title={`${agent.name}: ${strings.room.mode.act}.`}>
        {strings.room.modeTitle.act}
      </Banner>
    );
  if (agent.unasked.length === 0) return null;
  return (
    <Banner tone="warn" icon="warning" title={words.unasked}>
      {words.unaskedWhat(agent.unasked)}
    </Banner>
  );
}

/** Further apart than this, and "14:02" means another moment here than there. */
const skewMs = 60_000;

function ClockSkew() {
  const offset = useRoom((view) => view.hostWallOffsetMs);
  const isHost = useRoom((view) => view.me?.role === 'host');
  if (Math.abs(offset) < skewMs || isHost) return null;
  return (
    <Banner icon="clock" title={words.skew(age(Math.abs(offset)), offset > 0)}>
      {words.skewText}
    </Banner>
  );
}

function InMemory() {
  const inMemory = useRoom((view) => view.me?.inMemory ?? false);
  if (!inMemory) return null;
  return (
    <Banner icon="key" title={words.inMemory}>
      {words.inMemoryText}
    </Banner>
  );
}
