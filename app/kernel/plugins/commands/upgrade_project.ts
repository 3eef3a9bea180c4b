import { existsSync } from 'node:fs'
import { BaseCommand, flags } from '@adonisjs/core/ace'
import { ProjectUpgrade, TEMPLATE } from '#kernel/project/main'

export default class UpgradeProject extends BaseCommand {
  static override commandName = 'chancery:upgrade'
  static override description = 'Bring the files that came from Chancery to the installed version'
  static override help = [
    'After "npm install chancery@latest". A file that you changed stays as it is; where Chancery changed it,',
    'too, the command names it as a conflict.',
  ]

  @flags.boolean({ description: 'Show what would change, and write nothing' })
  declare dryRun: boolean

  override async run() {
    if (!existsSync(TEMPLATE)) {
      this.exitCode = 1
      return this.logger.error('This is Chancery itself, not a project that depends on it')
    }
    const upgrade = new ProjectUpgrade(this.app.makePath(), TEMPLATE)
    this.logger.info(`From ${upgrade.from} to ${upgrade.to}`)
    for (const { kind, path } of upgrade.files) this.logger.log(`  ${kind.padEnd(8)}  ${path}`)
    for (const key of upgrade.keys) this.logger.log(`  set       package.json ${key}`)
    for (const { path } of upgrade.files.filter(({ kind }) => kind === 'conflict'))
      this.logger.warning(
        `${path} stays as it is; compare: git diff --no-index ${path} node_modules/chancery/template/${path}`
      )
    if (this.dryRun) return this.logger.info('Nothing was written')
    upgrade.apply()
    this.logger.success(
      upgrade.keys.length > 0
        ? 'Upgraded; run "npm install", and then the tests'
        : 'Upgraded; run the tests'
    )
  }
}
