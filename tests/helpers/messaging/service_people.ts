import type { ServiceProcess } from '../service_process.js'
import { SECRETS } from '../service_process.js'
import { Peer } from './peer.js'

const PASSWORD = 'correct horse battery'
const TRIES = 10

export interface Account {
  id: number
  username: string
  token: string
}

/** Accounts of a service in a process of its own, made over HTTP as an administrator would. */
export async function makeAccounts(service: ServiceProcess, count: number): Promise<Account[]> {
  const admin = await logIn(service, 'admin', SECRETS.ADMIN_PASSWORD)
  const stem = `s${process.pid}-${Date.now().toString(36)}`
  const names = Array.from({ length: count }, (_, index) => `${stem}-${index}`)
  return Promise.all(names.map((username) => makeAccount(service, username, admin)))
}

async function makeAccount(service: ServiceProcess, username: string, admin: string) {
  const body = { username, nickname: username, password: PASSWORD, departmentId: null, roleIds: [] }
  const response = await patiently(() => service.post('/app/system/users', body, bearer(admin)))
  if (response.status !== 200) throw new Error(`no account: ${await response.text()}`)
  const { data } = (await response.json()) as { data: { id: number } }
  return { id: data.id, username, token: await logIn(service, username, PASSWORD) }
}

export async function logIn(service: ServiceProcess, username: string, password = PASSWORD) {
  const response = await patiently(() => service.post('/app/auth/login', { username, password }))
  if (response.status !== 200) throw new Error(`no login: ${await response.text()}`)
  const { data } = (await response.json()) as { data: { accessToken: string } }
  return data.accessToken
}

export async function logOut(service: ServiceProcess, { token }: Account): Promise<void> {
  const response = await patiently(() => service.post('/app/auth/logout', {}, bearer(token)))
  if (response.status !== 200) throw new Error(`no logout: ${await response.text()}`)
}

/** Where two processes share one SQLite file, either may be told to come again. */
async function patiently(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await ask()
    if (response.status !== 503 || tries === TRIES) return response
    await response.body?.cancel()
  }
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

export function socketOf(service: ServiceProcess, query = ''): string {
  return `${service.url.replace('http', 'ws')}/ws/im${query}`
}

export function connectTo(service: ServiceProcess, account: Account): Promise<Peer> {
  return Peer.open(socketOf(service), account.token)
}
