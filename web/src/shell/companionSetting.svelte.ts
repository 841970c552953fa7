/** Whether whatever is new is explained in one's first games. */
class CompanionSetting {
  on = $state(true);
}

export const companionSetting = new CompanionSetting();
