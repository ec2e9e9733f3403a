import { provideZonelessChangeDetection } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { WalletComponent } from './wallet'

bootstrapApplication(WalletComponent, { providers: [provideZonelessChangeDetection()] })
