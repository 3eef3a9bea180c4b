import type { Notice } from '#kernel/plugins/main'
import type { Login, Novelty } from './earlier_logins.js'
import type { ClientDetails } from '../sessions/client_details.js'

const LONGEST_AGENT = 120

export function newLoginNotice({ sessionId, client }: Login, novelty: Novelty): Notice {
  const { device: newDevice, network: newNetwork } = novelty
  const what = newDevice ? 'a device' : 'an address'
  return {
    title: 'New login',
    body: `Somebody logged in to your account ${placeOf(client)}: ${what} that was not seen before. If that was not you, change your password, and end the sessions that are not yours.`,
    data: { kind: 'account.new_login', sessionId, newDevice, newNetwork },
  }
}

export function passwordChangedNotice(client: ClientDetails): Notice {
  return {
    title: 'Your password was changed',
    body: `The password of your account was changed ${placeOf(client)}, and your other sessions are over. If that was not you, ask an administrator at once.`,
    data: { kind: 'account.password_changed' },
  }
}

export function passwordSetNotice(): Notice {
  return {
    title: 'Your password was reset',
    body: 'Somebody who administers the service set another password for your account, and your sessions are over. If you did not ask for it, ask them.',
    data: { kind: 'account.password_set' },
  }
}

export function emailChangedNotice(client: ClientDetails): Notice {
  return {
    title: 'Your e-mail address was changed',
    body: `The e-mail address of your account was changed ${placeOf(client)}. If that was not you, change your password, and end the sessions that are not yours.`,
    data: { kind: 'account.email_changed' },
  }
}

function placeOf({ ip, userAgent }: ClientDetails): string {
  const from = ip === null ? 'from an unknown address' : `from ${ip}`
  return userAgent ? `${from} with ${userAgent.slice(0, LONGEST_AGENT)}` : from
}
