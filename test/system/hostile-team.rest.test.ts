import { hostileBehaviours } from '../support/hostile-behaviours.ts';
import { hostileTeamSuite } from '../support/hostile-team.ts';

hostileTeamSuite(hostileBehaviours);
