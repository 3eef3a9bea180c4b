import type { SettingsKey } from './en_settings'

export const settings: Record<SettingsKey, string> = {
  'settings.title': '系统参数',
  'settings.setting': '参数',
  'settings.value': '值',
  'settings.default': '默认值',
  'settings.isDefault': '默认',
  'settings.empty': '空',
  'settings.yes': '是',
  'settings.no': '否',
  'settings.changed': '最近修改',
  'settings.open': '打开 {title}',
  'settings.reset': '恢复默认值',
  'settings.history': '修改记录',
  'settings.noHistory': '此参数尚未被修改过',
  'settings.by': '修改人',
  'settings.byCommand': '命令',
  'settings.at': '时间',
  'settings.before': '修改前',
  'settings.after': '修改后',
  'settings.number': '请输入整数',

  'dictionaries.title': '数据字典',
  'dictionary.code': '编码',
  'dictionary.items': '字典项',
  'dictionary.item': '第 {number} 项',
  'dictionary.languages': '语言',
  'dictionary.value': '值',
  'dictionary.label': '标签（{language}）',
  'dictionary.colour': '颜色',
  'dictionary.colourHow': '颜色名称或 #rrggbb',
  'dictionary.up': '上移第 {number} 项',
  'dictionary.remove': '删除第 {number} 项',
  'dictionary.add': '添加字典项',
}

export const titles: Readonly<Record<string, readonly [title: string, description: string]>> = {
  'application.name': ['应用名称', '前端在登录页和窗口标题中显示。'],
  'application.announcement': ['公告', '前端在登录前后向所有人显示；留空则不显示。'],
  'identity.loginMaxFailures': ['锁定账号前的密码错误次数', '连续输错多少次密码后锁定账号。'],
  'identity.loginLockMinutes': ['账号锁定时长（分钟）', '已经生效的锁定仍按原定时间结束。'],
  'identity.sessionsPerUser': ['每个用户的会话数', '超出时，最久未使用的会话结束。'],
  'files.storagePerUser': [
    '每个用户的存储空间',
    '用户的文件最多占用多少字节；1073741824 为 1 GB。',
  ],
  'messaging.editMinutes': ['消息可编辑的时长（分钟）', '从发送时起计算；0 表示不可编辑。'],
  'messaging.recallSeconds': ['消息可撤回的时长（秒）', '由发送者撤回；群主和管理员之后仍可撤回。'],
  'moderation.reportsPerHour': ['每个用户每小时的举报数', '一个用户在一小时内最多举报多少条消息。'],
}

export const groups: Readonly<Record<string, string>> = {
  application: '应用',
  identity: '登录',
  files: '文件',
  messaging: '消息',
  moderation: '内容管理',
}
