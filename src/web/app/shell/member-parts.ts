export { BottomTabs } from './bottom-tabs.tsx';
export { ProofHost } from './proof-host.tsx';
export { SideMenu } from './side-menu.tsx';
export { StillHereDialog } from './still-here-dialog.tsx';
