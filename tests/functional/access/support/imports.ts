import db from '@adonisjs/lucid/services/db'
import { baseUrl } from '../../../helpers/download.js'
import type { Caller } from './caller.js'

export const IMPORT = ['system:user:import', 'system:user:export', 'system:user:list']

export interface Answer {
  status: number
  message: string
  data: any
}

export async function send(
  { token }: Caller,
  file: string | Uint8Array,
  fields = {}
): Promise<Answer> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
  body.set('file', new File([file as Uint8Array<ArrayBuffer>], 'users.csv'))
  const response = await fetch(new URL('/app/system/users/import', baseUrl()), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  const { message, data } = (await response.json()) as Answer
  return { status: response.status, message, data }
}

export const COUNTS = {
  created: 0,
  updated: 0,
  unchanged: 0,
  imported: 0,
  faultCount: 0,
  faults: [],
}

export const csv = (...lines: string[]) => lines.join('\r\n')

export function messagesOf({ data }: Answer): [number, string][] {
  return data.faults.map(({ row, message }: { row: number; message: string }) => [
    row,
    message.replace(/^(Nobody [^:]+): .*$/, '$1'),
  ])
}

export async function stored(usernames: string[]) {
  return db.from('users').whereIn('username', usernames).orderBy('id')
}
