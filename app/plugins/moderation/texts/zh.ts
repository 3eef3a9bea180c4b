import type { Texts } from '#kernel/languages/main'

const texts: Texts = {
  'Conversations of others, reported messages, and exports of what was said':
    '他人的会话、被举报的消息，以及消息导出',
  'Moderation': '内容管理',
  'Conversations': '会话',
  'Reports': '举报',
  'Close': '关闭',
  'Give to another owner': '更换群主',
  'Delete': '删除',
  'Export': '导出',
  'Remove the message': '删除消息',
  'See conversations, without what is said in them': '查看会话，不含其中的内容',
  'Close groups, and open them again': '关闭和重新开启群组',
  'Give groups another owner': '更换群主',
  'Delete groups for good': '永久删除群组',
  'Remove messages of others': '删除他人的消息',
  'Export all that people or groups wrote': '导出人员或群组的全部消息',
  'See reported messages': '查看被举报的消息',
  'Close reports of messages': '处理消息举报',
  'Report what somebody else wrote and has not recalled; a message of your own you can recall':
    '只能举报他人发送且未撤回的消息；自己的消息可以撤回',
  'You have reported this message already': '您已举报过此消息',
  'Somebody has closed this report meanwhile; look at what came of it':
    '该举报已被他人处理；请查看处理结果',
  'No such conversation': '没有此会话',
  'No such report': '没有此举报',
  'No such person': '没有此人',
  'You have reported as many messages as one may in an hour': '一小时内举报的消息数已达上限',
  'Only who holds everything hands out what somebody said who does':
    '只有拥有全部权限的人才能导出同样拥有全部权限者的消息',
  'Somebody in this conversation is out of your reach; ask who reaches all of its members':
    '此会话中有人不在您的数据范围内；请联系数据范围包含其全部成员的人',
  'Reports of one user in an hour': '单个用户每小时的举报数',
  'How many messages one user reports in an hour.': '单个用户一小时内可以举报多少条消息。',
}

export default texts
