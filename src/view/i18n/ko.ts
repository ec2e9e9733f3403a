import type { Texts } from './texts.js'

/** Korean. */
export const texts: Texts = {
  connectTo: '{0}에 연결',
  close: '닫기',
  install: '{0} 설치',
  newTab: '새 탭에서 열림',
  noWallet: '지갑을 찾을 수 없습니다',
  noWalletHint:
    '지갑은 계정을 보관하고 서명하기 전에 확인을 요청하는 앱 또는 브라우저 확장 프로그램입니다. 설치한 후 이 페이지를 새로 고치세요.',
  sharedIdentity: '같은 식별자를 쓰는 다른 지갑이 있습니다',
  opening: '{0} 여는 중',
  continueIn: '{0}에서 계속',
  approve: '지갑에서 요청을 승인하세요.',
  stillWaiting: '아직 기다리는 중입니다. 요청이 이 창 뒤에 있거나 지갑이 잠겨 있을 수 있습니다.',
  cancel: '취소',
  failed: '연결할 수 없음',
  tryAgain: '다시 시도',
  back: '뒤로',
  connecting: '연결 중…',
  account: '계정',
  copyAddress: '주소 복사',
  copied: '복사됨',
  copyBlocked: '여기서는 복사할 수 없습니다. 위의 주소를 선택해 복사하세요.',
  network: '네트워크 전환',
  confirm: '지갑에서 확인하세요',
  noUpdates: '이 지갑에서 변경한 내용은 새로 고친 후 표시됩니다.',
  another: '다른 지갑 연결',
  disconnect: '{0} 연결 해제',
}
