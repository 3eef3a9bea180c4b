import app from '@adonisjs/core/services/app'
import type { PluginManifest } from '#kernel/plugins/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import GeneratedModule from '../models/generated_module.js'
import type { PlanSurroundings } from '../plan/check_plan.js'
import type { Target } from '../plan/module_spec.js'
import { namesOf } from '../plan/names.js'
import { resolvePlan, type Targets } from '../plan/resolve_plan.js'
import { claimsHere } from './claims.js'

/** The modules that were generated here, and what a plan may refer to. */
export class KnownModules {
  applied(): Promise<GeneratedModule[]> {
    return GeneratedModule.query().where('status', 'applied').orderBy('id')
  }

  /** @throws E_NOT_FOUND */
  async find(id: number): Promise<GeneratedModule> {
    const module = await GeneratedModule.query().where('status', 'applied').where('id', id).first()
    if (!module) throw new E_NOT_FOUND('There is no such module')
    return module
  }

  /** @throws E_NOT_FOUND */
  async named(name: string): Promise<GeneratedModule> {
    const module = await GeneratedModule.query()
      .where('status', 'applied')
      .where('name', name)
      .first()
    if (!module) throw new E_NOT_FOUND(say`There is no generated module "${name}"`)
    return module
  }

  async targets(): Promise<Targets> {
    const targets = new Map<string, Target>()
    for (const { name, plan } of await this.applied()) {
      const spec = resolvePlan(plan, targets)
      targets.set(name, {
        name,
        plugin: namesOf(name).snake,
        path: spec.path,
        model: spec.names.pascal,
        table: spec.table,
        label: spec.labelField,
        labelNullable: !spec.fields.find(({ attribute }) => attribute === spec.labelField)
          ?.required,
        softDelete: spec.softDelete,
      })
    }
    return targets
  }

  /** Those that refer to a module. */
  async dependants(name: string): Promise<string[]> {
    const modules = await this.applied()
    return modules
      .filter((module) => module.plan.fields.some(({ target }) => target === name))
      .map((module) => module.name)
  }

  async surroundings(): Promise<PlanSurroundings> {
    const plugins = app.config.get<readonly PluginManifest[]>('plugins')
    return {
      targets: await this.targets(),
      files: plugins.some(({ name }) => name === 'files'),
      claims: await claimsHere(),
    }
  }
}
