import { SECRETS, type ServiceProcess } from '../../helpers/service_process.js'

export interface Answer<Data> {
  status: number
  code: number
  message: string
  data: Data
}

export interface Refused {
  reason: string
  errors?: { field: string; rule: string; message: string }[]
}

export interface StepEvent {
  event: string
  data: { step?: string; state?: string; code?: number; message?: string; data?: unknown }
}

export interface Followed {
  events: Promise<StepEvent[]>
}

export const ADMINISTRATOR = { username: 'admin', password: SECRETS.ADMIN_PASSWORD }

/** Somebody who is logged in to a service in a process of its own. */
export class Caller {
  private constructor(
    private readonly service: ServiceProcess,
    private readonly token: string
  ) {}

  static async of(service: ServiceProcess, credentials = ADMINISTRATOR): Promise<Caller> {
    const login = await service.post('/app/auth/login', credentials)
    const { data } = (await login.json()) as { data: { accessToken: string } }
    return new Caller(service, data.accessToken)
  }

  async ask<Data = Refused>(method: string, path: string, body?: unknown): Promise<Answer<Data>> {
    const response = await this.request(method, path, body)
    return { status: response.status, ...((await response.json()) as Omit<Answer<Data>, 'status'>) }
  }

  /** The same as server-sent events. Resolves when the first one is sent, to a promise of all of them. */
  async follow(method: string, path: string, body?: unknown): Promise<Followed> {
    const response = await this.request(method, path, body, 'text/event-stream')
    return { events: response.text().then(eventsIn) }
  }

  request(method: string, path: string, body?: unknown, accept = 'application/json') {
    return fetch(this.service.url + path, {
      method,
      headers: {
        accept,
        'content-type': 'application/json',
        'authorization': `Bearer ${this.token}`,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
}

function eventsIn(text: string): StepEvent[] {
  const parts = text.split('\n\n').filter((part) => part !== '')
  return parts.map((part) => {
    const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(part)!
    return { event: event!, data: JSON.parse(data!) }
  })
}
