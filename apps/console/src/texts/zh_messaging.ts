import type { texts as en } from './en_messaging'

export const texts: Record<keyof typeof en, string> = {
  'online.title': '在线用户',
  'online.since': '上线时间',
  'online.refresh': '刷新',
  'online.endOne': '结束此会话',
  'online.endAll': '结束该用户的所有在线会话',
  'online.askEndAll': '结束 {name} 的所有在线会话？',
  'notice.title': '发送通知',
  'notice.how': '在线的人立即看到，其他人上线后看到。只有您的数据范围内的人会收到。',
  'notice.all': '发给所有人',
  'notice.users': '发给用户',
  'notice.roles': '发给拥有角色的人',
  'notice.departments': '发给部门及其下级部门',
  'notice.subject': '标题',
  'notice.body': '内容',
  'notice.toNobody': '请选择接收人',
  'notice.askAll': '把此通知发给您的数据范围内的所有人？',
  'notice.send': '发送',
  'notice.sent': '已发送，接收人数：{count}',
}
