import { inject } from '@adonisjs/core'
import { Project } from '../applying/project.js'
import { unifiedDiff } from '#kernel/source_tree/main'
import type { ModuleSpec } from '../plan/module_spec.js'
import { planDigest } from '../plan/plan_digest.js'
import { CheckModulePlan } from './check_module_plan.js'
import { RenderModule } from './render_module.js'

/** Shows what a plan would become. Touches nothing. */
@inject()
export class PreviewModule {
  constructor(
    private readonly plans: CheckModulePlan,
    private readonly rendering: RenderModule,
    private readonly project: Project
  ) {}

  async handle(plan: unknown) {
    const spec = await this.plans.resolve(plan)
    const { files } = await this.rendering.handle(spec)
    return {
      files: await Promise.all(files.map((file) => this.#shown(file))),
      routes: routesOf(spec),
      permissions: permissionsOf(spec),
      menus: menusOf(spec),
      digest: planDigest(plan),
    }
  }

  async #shown({ path, content }: { path: string; content: string }) {
    const present = await this.project.read(path)
    const status = present === null ? 'new' : present === content ? 'unchanged' : 'changed'
    const diff = status === 'changed' ? await unifiedDiff(path, present!, content) : null
    return { path, content, status: status as 'new' | 'unchanged' | 'changed', diff }
  }
}

const VERBS = {
  list: 'List',
  show: 'See one of the',
  create: 'Create',
  update: 'Change',
  delete: 'Delete',
} as const

function codeOf({ area, names }: ModuleSpec, verb: keyof typeof VERBS): string {
  return `${area}:${names.kebab}:${verb}`
}

function routesOf(spec: ModuleSpec) {
  const one = `${spec.path}/{id}`
  return [
    { method: 'GET', path: spec.path, permission: codeOf(spec, 'list') },
    { method: 'POST', path: spec.path, permission: codeOf(spec, 'create') },
    { method: 'DELETE', path: spec.path, permission: codeOf(spec, 'delete') },
    { method: 'GET', path: one, permission: codeOf(spec, 'show') },
    { method: 'PUT', path: one, permission: codeOf(spec, 'update') },
    { method: 'DELETE', path: one, permission: codeOf(spec, 'delete') },
  ]
}

function permissionsOf(spec: ModuleSpec) {
  return (Object.keys(VERBS) as (keyof typeof VERBS)[]).map((verb) => ({
    code: codeOf(spec, verb),
    title: `${VERBS[verb]} ${spec.names.pluralWords}`,
  }))
}

function menusOf({ names, menu, ...spec }: ModuleSpec) {
  const { kebab, pluralKebab } = names
  const permission = codeOf({ names, menu, ...spec }, 'list')
  const screen = {
    type: 'menu',
    name: kebab,
    title: menu.title,
    path: `/${pluralKebab}`,
    permission,
  }
  const buttons = (['show', 'create', 'update', 'delete'] as const).map((verb) => ({
    type: 'button',
    name: `${kebab}.${verb}`,
    title: `${VERBS[verb]} ${names.pluralWords}`,
    path: null,
    permission: codeOf({ names, menu, ...spec }, verb),
  }))
  return [screen, ...buttons]
}
