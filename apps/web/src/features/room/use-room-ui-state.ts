'use client';
import type { AgentId, ApprovalId, PromptId } from '@collagility/protocol/ids';
import type { Suggestion } from '@collagility/protocol/state';
import { useEffect, useMemo, useState } from 'react';
import type { GoTo } from '../transcript/go-to.ts';
import { listenToAskedSeq, takeAskedSeq } from './asked-seq.ts';
import { useRoom } from './room-store.ts';
import type { Lanes, OpenDialog, PanelTab, PhoneTab, RoomUi } from './room-ui.ts';
import { useLooks } from './use-looks.ts';

const closed: OpenDialog = { name: 'none' };

/** Holds the page's own state; the agent spoken to falls back to the first that still runs. */
export function useRoomUiState(): RoomUi {
  const agents = useRoom((view) => view.state?.agents);
  const [chosen, chooseAgent] = useState<AgentId>();
  const [held, holdAgent] = useState<AgentId>();
  const [panelTab, setPanelTab] = useState<PanelTab>('changes');
  const [phoneTab, setPhoneTab] = useState<PhoneTab>('session');
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [file, setFile] = useState<string>();
  const looks = useLooks();
  const [dialog, setDialog] = useState<OpenDialog>(closed);
  const [editing, edit] = useState<Suggestion>();
  const [following, follow] = useState<RoomUi['following']>();
  const [returned, setReturned] = useState<RoomUi['returned']>();
  const [approvalId, bringForward] = useState<ApprovalId>();
  const [writtenApprovalId, writeInApproval] = useState<ApprovalId>();
  const [seenFiles, seeFiles] = useState<number>();
  const [askedFiles, seeAskedFiles] = useState<RoomUi['askedFiles']>();

  const [lanes, showLanes] = useState<Lanes>({ name: 'all' });
  // A link to a message: it is gone to when the room is there.
  const [wish, setWish] = useState<GoTo | undefined>(() => {
    const seq = takeAskedSeq();
    return seq === undefined ? undefined : { to: 'seq', seq, nonce: 0 };
  });

  useEffect(
    () => listenToAskedSeq((seq) => setWish((before) => ({ to: 'seq', seq, nonce: (before?.nonce ?? 0) + 1 }))),
    [],
  );

  const all = Object.values(agents ?? {});
  const agentId = (
    all.find((agent) => agent.agentId === chosen) ??
    all.find((agent) => agent.agentId === held) ??
    all.find((agent) => agent.stopped === undefined) ??
    all[0]
  )?.agentId;

  return useMemo(() => {
    const showTab = (tab: PanelTab) => {
      setPanelTab(tab);
      setPanelOpen(true);
    };
    return {
      agentId,
      chooseAgent,
      holdAgent,
      panelTab,
      phoneTab,
      isPanelOpen,
      file,
      ...looks.state,
      dialog,
      editing,
      approvalId,
      lanes,
      wish,
      showLanes,
      goTo: (next) => {
        setPhoneTab('session');
        // It may lie over what is gone to.
        setPanelOpen(false);
        setWish((before) => ({ ...next, nonce: (before?.nonce ?? 0) + 1 }));
      },
      seenFiles,
      seeFiles,
      askedFiles,
      seeAskedFiles,
      showTab,
      showPhoneTab: (tab: PhoneTab) => {
        setPhoneTab(tab);
        // Turned on its side, a phone goes on showing what it showed.
        if (tab === 'session' || tab === 'changes') setPanelOpen(tab === 'changes');
      },
      togglePanel: () => setPanelOpen((isOpen) => !isOpen),
      showFile: (path: string) => {
        setFile(path);
        showTab('changes');
        setPhoneTab('changes');
      },
      showScope: looks.setScope,
      toggleSplit: looks.toggleSplit,
      openFile: (path: string | undefined) => {
        looks.setOpenedFile(path);
        showTab('files');
        setPhoneTab('changes');
      },
      showTurn: (promptId: PromptId) => {
        looks.setScope({ of: 'turn', promptId });
        setFile(undefined);
        showTab('changes');
        setPhoneTab('changes');
      },
      open: setDialog,
      close: () => setDialog(closed),
      edit,
      following,
      follow,
      returned,
      putBack: (draft) => setReturned({ ...draft }),
      bringForward,
      writtenApprovalId,
      writeInApproval,
    };
  }, [
    agentId,
    panelTab,
    phoneTab,
    isPanelOpen,
    file,
    looks,
    dialog,
    editing,
    following,
    returned,
    approvalId,
    writtenApprovalId,
    lanes,
    wish,
    seenFiles,
    askedFiles,
  ]);
}
