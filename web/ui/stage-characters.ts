/** What stage-song.woff2 carries; written by scripts/stage-fonts.ts. */
export const stageCharacters =
  '、。一七三下不中九了事二五交人今付件位作你來信個做先八公六到創包匙十午口品員商單嗎四回在場增天好始子安完定審尋對已帳幕幾店影後從成我戲扇才打找把排探接提搜收放文新日早易是晚暗最會月有本核椅款歡歲沒滿照燈片理留發的益目相票稽空站等節簿紀索給網編者臺舞著藏處表裡要解言訂設貼賺蹤輯迎近追送這過還都錄錢鎖鑰門開閱頁領首駐，？'
