import 'wallet-connect-button'
import { Component, CUSTOM_ELEMENTS_SCHEMA, type ElementRef, signal, viewChild } from '@angular/core'
import type { WalletConnectButton } from 'wallet-connect-button'

@Component({
  selector: 'app-wallet',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <wallet-connect-button
      #button
      app-name="My shop"
      [attr.chains]="chains"
      [attr.show-balance]="showBalance ? '' : null"
      [networks]="networks"
      (wallet_connected)="account.set($any($event).detail.account)"
    ></wallet-connect-button>
    <p id="account">{{ account() }}</p>
    <p id="heard">{{ account() === 'nobody' ? '' : account() }}</p>
    <button id="sign" type="button" (click)="sign()">Sign</button>
    <p id="signature">{{ signature() }}</p>
  `,
})
export class WalletComponent {
  button = viewChild.required<ElementRef<WalletConnectButton>>('button')
  account = signal('nobody')
  signature = signal('')
  chains = 'eip155:31337'
  showBalance = false
  networks = [{ chainId: 'eip155:31337', name: 'Local chain', rpcUrls: ['http://127.0.0.1:8545'] }]

  async sign() {
    this.signature.set(String(await this.button().nativeElement.signMessage('Hello')))
  }
}
