import type { Group } from '@japa/runner/core'
import { ProjectCopy } from '../../helpers/project_copy.js'
import type { ServiceProcess } from '../../helpers/service_process.js'
import { Administrator, type Answer, type Refused } from './administrator.js'
import { base } from './stage.js'

export interface AppliedModule {
  id: number
  name: string
  path: string
  status: string
}

export interface ModuleDetail extends AppliedModule {
  files: string[]
  histories: { action: string; operatorId: number | null }[]
}

export interface Regenerated {
  status: string
  files: { path: string; status: string }[]
}

/** A service in a copy of the project, through which a group makes, changes and undoes modules. */
export class ModuleLife {
  copy!: ProjectCopy
  service!: ServiceProcess
  administrator!: Administrator

  static for(group: Group): ModuleLife {
    const life = new ModuleLife()
    group.setup(async () => {
      life.copy = await ProjectCopy.make()
      await life.restart()
      return () => life.copy[Symbol.asyncDispose]()
    })
    return life
  }

  async restart(): Promise<void> {
    this.service = await this.copy.serve()
    this.administrator = await Administrator.of(this.service)
  }

  ask<Data = Refused>(method: string, path: string, body?: unknown): Promise<Answer<Data>> {
    return this.administrator.ask<Data>(method, path, body)
  }

  apply(plan: object) {
    return this.administrator.follow('POST', `${base}/modules`, { plan })
  }

  regenerate<Data = Refused>(id: number, body: object): Promise<Answer<Data>> {
    return this.ask<Data>('POST', `${base}/modules/${id}/regenerate`, body)
  }

  undo(id: number, query = ''): Promise<Answer<Refused>> {
    return this.ask('DELETE', `${base}/modules/${id}${query}`)
  }

  async detail(id: number): Promise<ModuleDetail> {
    const { data } = await this.ask<ModuleDetail>('GET', `${base}/modules/${id}`)
    return data
  }

  /** Names of the menus and buttons there are. */
  async menus(): Promise<string[]> {
    const { data } = await this.ask<{ items: { name: string }[] }>(
      'GET',
      '/app/system/menus?pageSize=200'
    )
    return data.items.map(({ name }) => name)
  }

  async permissions(): Promise<string> {
    const { data } = await this.ask<unknown>('GET', '/app/system/permissions')
    return JSON.stringify(data)
  }

  async describedPaths(): Promise<string[]> {
    const response = await this.service.get('/v3/api-docs')
    return Object.keys(((await response.json()) as { paths: object }).paths)
  }
}
