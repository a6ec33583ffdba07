CREATE TABLE public.bandits (
    id bigint NOT NULL,
    name text NOT NULL,
    settings text NOT NULL,
    checksum bigint
);
ALTER TABLE public.bandits ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.bandits_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.checkpoints (
    bandit bigint NOT NULL,
    seq bigint NOT NULL,
    clock double precision NOT NULL,
    chain bigint NOT NULL,
    content bytea NOT NULL,
    checksum bigint NOT NULL
);
CREATE TABLE public.events (
    bandit bigint NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    decision bigint,
    token text NOT NULL,
    arms text NOT NULL,
    value double precision,
    cost double precision,
    context text,
    "time" double precision NOT NULL,
    chain bigint NOT NULL,
    checksum_version bigint DEFAULT 1 NOT NULL,
    revision bigint DEFAULT 0 NOT NULL,
    was double precision,
    was_cost double precision,
    cohort text,
    segment text,
    user_id text,
    eligible text,
    chosen_by text,
    propensity double precision,
    features text,
    places text,
    was_places text
);
CREATE TABLE public.features (
    bandit bigint NOT NULL,
    number bigint NOT NULL,
    vector bytea NOT NULL,
    checksum bigint
);
CREATE TABLE public.heads (
    bandit bigint NOT NULL,
    seq bigint NOT NULL,
    clock double precision NOT NULL,
    chain bigint NOT NULL,
    base bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.hour_arms (
    bandit bigint NOT NULL,
    hour bigint NOT NULL,
    content bytea NOT NULL,
    checksum bigint
);
CREATE TABLE public.hours (
    bandit bigint NOT NULL,
    hour bigint NOT NULL,
    seq bigint NOT NULL,
    decisions bigint NOT NULL,
    rewards bigint NOT NULL,
    expired bigint NOT NULL,
    pending bigint NOT NULL,
    reward double precision NOT NULL,
    cost double precision NOT NULL,
    counted bigint NOT NULL,
    total double precision NOT NULL,
    control_counted bigint NOT NULL,
    control_total double precision NOT NULL,
    treated_counted bigint NOT NULL,
    treated_total double precision NOT NULL,
    checksum bigint,
    control_open bigint DEFAULT 0 NOT NULL,
    treated_open bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.names (
    bandit bigint NOT NULL,
    first bigint NOT NULL,
    labels text NOT NULL,
    checksum bigint
);
CREATE TABLE public.past (
    bandit bigint NOT NULL,
    number bigint NOT NULL,
    total double precision NOT NULL,
    pulls bigint NOT NULL,
    checksum bigint
);
CREATE TABLE public.pending (
    bandit bigint NOT NULL,
    number bigint NOT NULL,
    token text NOT NULL,
    arms text NOT NULL,
    "time" double precision NOT NULL
);
CREATE TABLE public.schema_version (
    version bigint NOT NULL
);
CREATE TABLE public.snapshots (
    bandit bigint NOT NULL,
    seq bigint NOT NULL,
    content bytea NOT NULL
);
INSERT INTO public.bandits OVERRIDING SYSTEM VALUE VALUES (1, 'greedy', '{"name": "greedy", "policy": "Greedy()", "plays": "Greedy()", "keeps": 0, "arms": 6, "names": "1828b01dfabd6f66", "horizon": 1000, "seed": 0, "rewards": [0.0, 1.0], "costs": null, "history": "0bd0c7a5cc386c5e", "stream": null, "advice": null, "first": [], "outcomes": "told", "window": null, "default": null, "revise": false, "first_pulls": 0, "belief": "expected", "explore": 0.0, "control": null, "share": 0.0, "control_arm": null, "dimension": null, "clicks": "first", "slots": null, "problem": null, "features": null, "prior": null}', 1602749007);
INSERT INTO public.bandits OVERRIDING SYSTEM VALUE VALUES (2, 'thompson', '{"name": "thompson", "policy": "ThompsonBeta(a=1.0, b=1.0)", "plays": "ThompsonBeta(a=1.0, b=1.0)", "keeps": 0, "arms": 12, "names": null, "horizon": null, "seed": 7, "rewards": [-1.0, 3.0], "costs": null, "history": null, "stream": null, "advice": null, "first": [], "outcomes": "told", "window": null, "default": null, "revise": false, "first_pulls": 0, "belief": "expected", "explore": 0.0, "control": null, "share": 0.0, "control_arm": null, "dimension": null, "clicks": "first", "slots": null, "problem": null, "features": null, "prior": null}', 821515669);
INSERT INTO public.bandits OVERRIDING SYSTEM VALUE VALUES (3, 'cascading', '{"name": "cascading", "policy": "Cascade(policy=Greedy(), pseudo_failures=0, forced_start=True)", "plays": "Cascade(policy=Greedy(), pseudo_failures=0, forced_start=True)", "keeps": 0, "arms": 9, "names": null, "horizon": 500, "seed": 0, "rewards": [0.0, 1.0], "costs": null, "history": null, "stream": null, "advice": null, "first": [], "outcomes": "told", "window": null, "default": null, "revise": false, "first_pulls": 0, "belief": "expected", "explore": 0.0, "control": null, "share": 0.0, "control_arm": null, "dimension": null, "clicks": "first", "slots": null, "problem": null, "features": null, "prior": null}', 3683975023);
INSERT INTO public.bandits OVERRIDING SYSTEM VALUE VALUES (4, 'costs', '{"name": "costs", "policy": "BTS()", "plays": "BTS()", "keeps": 0, "arms": 5, "names": null, "horizon": null, "seed": 3, "rewards": [0.0, 1.0], "costs": [0.0, 4.0], "history": null, "stream": null, "advice": null, "first": [], "outcomes": "told", "window": null, "default": null, "revise": false, "first_pulls": 0, "belief": "expected", "explore": 0.0, "control": null, "share": 0.0, "control_arm": null, "dimension": null, "clicks": "first", "slots": null, "problem": null, "features": null, "prior": null}', 644187925);
INSERT INTO public.bandits OVERRIDING SYSTEM VALUE VALUES (5, 'subsample', '{"name": "subsample", "policy": "Subsample(policy=UCB(c=0.5), k=4, beta=0.0, c1=0.0, gamma=-1.0, rule='''')", "plays": "UCB(c=0.5)", "keeps": 4, "arms": 1000, "names": null, "horizon": 2000, "seed": 0, "rewards": [0.0, 1.0], "costs": null, "history": null, "stream": null, "advice": null, "first": [], "outcomes": "told", "window": null, "default": null, "revise": false, "first_pulls": 0, "belief": "expected", "explore": 0.0, "control": null, "share": 0.0, "control_arm": null, "dimension": null, "clicks": "first", "slots": null, "problem": null, "features": null, "prior": null}', 2174236345);
INSERT INTO public.bandits OVERRIDING SYSTEM VALUE VALUES (6, 'advised', '{"name": "advised", "policy": "auto", "plays": "OptimisticGreedy(weight=4.0, top=1.0, first_pulls=-1)", "keeps": 0, "arms": 8, "names": null, "horizon": 300, "seed": 0, "rewards": [0.0, 1.0], "costs": null, "history": null, "stream": null, "advice": "Not certain yet: OptimisticGreedy(4) loses 10.45 \u00b1 0.35 of the 265.5 that the best arm would earn, while the best policy that explores, TS-UCB, loses 10.23 \u00b1 0.85; so few runs cannot tell them apart, a larger effort may.\nWhat it does: Plays the largest mean, as if every arm had also paid 4 pseudo-rewards of 1.\nIt earns: 255.1 (0.85 a round), in 90 % of the runs 180.6 to 292.\nRandom choice: 150 (0.5 a round).\nBest explorer: TS-UCB earns 255.3 (0.851 a round).\nThe best arm: would earn 265.5; each policy earns that minus what it loses.\nEnds badly: 1.4 % of the runs play one arm, at least 10 % worse than the best, to the end; the worst 5 % of the runs lose 37.04 on average, all runs 10.45.\nChanges: none found; Greedy is not clearly ahead at a horizon from 19 to 300.\nAssumed: law of the rewards: Bernoulli(); nothing is known of the means; prior: Uniform(low=0.0, high=1.0).\nRates of one in a hundred ask for something else: with past successes and trials as history advice goes by what is known; in Python, begreedy.online.advise_again learns it from the first rounds of this bandit.", "first": [], "outcomes": "told", "window": null, "default": null, "revise": false, "first_pulls": 0, "belief": "expected", "explore": 0.0, "control": null, "share": 0.0, "control_arm": null, "dimension": null, "clicks": "first", "slots": null, "problem": null, "features": null, "prior": [1.0, 1.0]}', 178898260);
INSERT INTO public.bandits OVERRIDING SYSTEM VALUE VALUES (7, 'linear', '{"name": "linear", "policy": "LinUCB(ridge=1.0, delta=0.0, determinant=False, noise=0.0, bound=1.0)", "plays": "LinUCB(ridge=1.0, delta=0.005, determinant=False, noise=0.5, bound=1.0)", "keeps": 0, "arms": 4, "names": null, "horizon": 200, "seed": 0, "rewards": [0.0, 1.0], "costs": null, "history": null, "stream": null, "advice": null, "first": [], "outcomes": "told", "window": null, "default": null, "revise": false, "first_pulls": 0, "belief": "expected", "explore": 0.0, "control": null, "share": 0.0, "control_arm": null, "dimension": 2, "clicks": "first", "slots": null, "problem": null, "features": "816fb3d0d3192e74", "prior": null}', 1424205051);
INSERT INTO public.bandits OVERRIDING SYSTEM VALUE VALUES (8, 'revised', '{"name": "revised", "policy": "Greedy()", "plays": "Greedy()", "keeps": 0, "arms": 5, "names": null, "horizon": 400, "seed": 0, "rewards": [0.0, 1.0], "costs": null, "history": null, "stream": null, "advice": null, "first": [], "outcomes": "told", "window": null, "default": null, "revise": true, "first_pulls": 2, "belief": "expected", "explore": 0.1, "control": "0", "share": 0.2, "control_arm": 0, "dimension": null, "clicks": "first", "slots": null, "problem": null, "features": null, "prior": null}', 1075528578);
INSERT INTO public.bandits OVERRIDING SYSTEM VALUE VALUES (9, 'sets', '{"name": "sets", "policy": "CombUCB(c=1.5)", "plays": "UCB(c=0.8660254037844386)", "keeps": 0, "arms": 5, "names": null, "horizon": 300, "seed": 0, "rewards": [0.0, 1.0], "costs": null, "history": null, "stream": null, "advice": null, "first": [], "outcomes": "told", "window": null, "default": null, "revise": false, "first_pulls": 0, "belief": "expected", "explore": 0.0, "control": null, "share": 0.0, "control_arm": null, "dimension": null, "clicks": "first", "slots": null, "problem": "Combinatorial(actions=TopM(arms=5, size=2), prior=Uniform(low=0.0, high=1.0), means=(), law=Bernoulli(), minimise=False, correlation=0.0, covariance=())", "features": null, "prior": null}', 2352531997);
INSERT INTO public.events VALUES (1, 1, 'decided', NULL, '5feceb66ffc86f38', '1', NULL, NULL, NULL, 1700000001.25, 278029817, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 2, 'rewarded', 1, '', '1', 0, NULL, NULL, 1700000001.25, 2204478769, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 3, 'decided', NULL, '6b86b273ff34fce1', '3', NULL, NULL, NULL, 1700000002.5, 1329833036, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 4, 'rewarded', 3, '', '3', 1, NULL, NULL, 1700000002.5, 3812183488, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 5, 'decided', NULL, 'd4735e3a265e16ee', '4', NULL, NULL, NULL, 1700000003.75, 1709609850, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 6, 'rewarded', 5, '', '4', 1, NULL, NULL, 1700000003.75, 2079382332, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 7, 'decided', NULL, '4e07408562bedb8b', '5', NULL, NULL, NULL, 1700000005, 913095297, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 8, 'rewarded', 7, '', '5', 1, NULL, NULL, 1700000005, 3854631485, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 9, 'decided', NULL, '4b227777d4dd1fc6', '4', NULL, NULL, NULL, 1700000006.25, 2923790214, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.3333333333333333, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 10, 'rewarded', 9, '', '4', 1, NULL, NULL, 1700000006.25, 1205473838, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 11, 'decided', NULL, 'ef2d127de37b942b', '5', NULL, NULL, NULL, 1700000007.5, 1238711485, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.3333333333333333, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 12, 'rewarded', 11, '', '5', 1, NULL, NULL, 1700000007.5, 1670690470, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 13, 'decided', NULL, 'e7f6c011776e8db7', '5', NULL, NULL, NULL, 1700000008.75, 2678473935, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.3333333333333333, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 14, 'rewarded', 13, '', '5', 1, NULL, NULL, 1700000008.75, 1361254593, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 15, 'decided', NULL, '7902699be42c8a8e', '3', NULL, NULL, NULL, 1700000010, 1909459769, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.3333333333333333, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 16, 'rewarded', 15, '', '3', 1, NULL, NULL, 1700000010, 2776637080, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 17, 'decided', NULL, '2c624232cdd22177', '5', NULL, NULL, NULL, 1700000011.25, 2448235982, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.3333333333333333, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 18, 'rewarded', 17, '', '5', 0, NULL, NULL, 1700000011.25, 4063933026, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 19, 'decided', NULL, '19581e27de7ced00', '4', NULL, NULL, NULL, 1700000012.5, 2236531258, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.5, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 20, 'rewarded', 19, '', '4', 1, NULL, NULL, 1700000012.5, 2083910849, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 21, 'decided', NULL, '4a44dc15364204a8', '3', NULL, NULL, NULL, 1700000013.75, 2598257, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.5, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 22, 'rewarded', 21, '', '3', 0, NULL, NULL, 1700000013.75, 3179103580, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 23, 'decided', NULL, '4fc82b26aecb47d2', '4', NULL, NULL, NULL, 1700000015, 2903847410, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 24, 'rewarded', 23, '', '4', 1, NULL, NULL, 1700000015, 2049574675, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 25, 'added', NULL, '6b51d431df5d7f14', '', 2, NULL, NULL, 1700000015, 436645301, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 26, 'decided', NULL, '3fdba35f04dc8c46', '6', NULL, NULL, NULL, 1700000016.25, 936119219, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 27, 'rewarded', 26, '', '6', 0, NULL, NULL, 1700000016.25, 1415663411, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 28, 'decided', NULL, '8527a891e2241369', '7', NULL, NULL, NULL, 1700000017.5, 3705121419, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 29, 'rewarded', 28, '', '7', 0, NULL, NULL, 1700000017.5, 3258805607, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 30, 'decided', NULL, 'e629fa6598d73276', '4', NULL, NULL, NULL, 1700000018.75, 1582332270, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 31, 'rewarded', 30, '', '4', 1, NULL, NULL, 1700000018.75, 232630558, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 32, 'decided', NULL, 'b17ef6d19c7a5b1e', '4', NULL, NULL, NULL, 1700000020, 3524865043, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 33, 'rewarded', 32, '', '4', 1, NULL, NULL, 1700000020, 707894741, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 34, 'decided', NULL, '4523540f1504cd17', '4', NULL, NULL, NULL, 1700000021.25, 3179284845, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 35, 'rewarded', 34, '', '4', 1, NULL, NULL, 1700000021.25, 3670393529, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 36, 'decided', NULL, '4ec9599fc203d176', '4', NULL, NULL, NULL, 1700000022.5, 1347899027, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 37, 'rewarded', 36, '', '4', 0, NULL, NULL, 1700000022.5, 4058351704, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 38, 'retired', NULL, '9400f1b21cb527d7', '2', NULL, NULL, NULL, 1700000022.5, 1252588647, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 39, 'decided', NULL, 'f5ca38f748a1d6ea', '4', NULL, NULL, NULL, 1700000023.75, 944841950, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 40, 'rewarded', 39, '', '4', 1, NULL, NULL, 1700000023.75, 590915900, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 41, 'decided', NULL, '6f4b6612125fb3a0', '4', NULL, NULL, NULL, 1700000025, 8580744, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 42, 'rewarded', 41, '', '4', 1, NULL, NULL, 1700000025, 688700384, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 43, 'decided', NULL, '785f3ec7eb32f30b', '4', NULL, NULL, NULL, 1700000026.25, 1690276733, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 44, 'rewarded', 43, '', '4', 1, NULL, NULL, 1700000026.25, 2482905868, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 45, 'decided', NULL, '535fa30d7e25dd8a', '4', NULL, NULL, NULL, 1700000027.5, 2314157642, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 46, 'rewarded', 45, '', '4', 1, NULL, NULL, 1700000027.5, 1598967689, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 47, 'decided', NULL, 'c2356069e9d1e79c', '4', NULL, NULL, NULL, 1700000028.75, 1188704676, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 48, 'rewarded', 47, '', '4', 0, NULL, NULL, 1700000028.75, 1445291872, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 49, 'decided', NULL, 'b7a56873cd771f2c', '4', NULL, NULL, NULL, 1700000030, 2731130921, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 50, 'rewarded', 49, '', '4', 1, NULL, NULL, 1700000030, 2394471577, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (1, 51, 'decided', NULL, '5f9c4ab08cac7457', '4', NULL, NULL, 'request ü 7', 1700000030, 317961390, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 1, 'decided', NULL, '670671cd97404156', '2', NULL, NULL, 'visit 0', 1700000030, 2553255593, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 2, 'decided', NULL, '59e19706d51d39f6', '0', NULL, NULL, 'visit 1', 1700000030, 3445049894, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 3, 'decided', NULL, '35135aaa6cc23891', '9', NULL, NULL, 'visit 2', 1700000030, 1571633858, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 4, 'decided', NULL, '624b60c58c9d8bfb', '8', NULL, NULL, 'visit 3', 1700000030, 2694621846, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 5, 'decided', NULL, 'eb1e33e8a81b697b', '3', NULL, NULL, 'visit 4', 1700000030, 2866809606, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 6, 'decided', NULL, 'e29c9c180c6279b0', '9', NULL, NULL, 'visit 5', 1700000030, 171992644, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 7, 'decided', NULL, 'c6f3ac57944a5314', '7', NULL, NULL, 'visit 6', 1700000030, 233735852, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 8, 'decided', NULL, '86e5014965866131', '4', NULL, NULL, 'visit 7', 1700000030, 676169020, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 9, 'decided', NULL, '9f14025af0065b30', '0', NULL, NULL, 'visit 8', 1700000030, 3499719764, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 10, 'decided', NULL, '76a50887d8f1c2e9', '5', NULL, NULL, 'visit 9', 1700000030, 928395769, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 11, 'rewarded', 8, '', '4', 3, NULL, NULL, 1700000090, 1422533728, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 12, 'rewarded', 3, '', '9', -0.5, NULL, NULL, 1700000090, 3223487552, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 13, 'rewarded', 6, '', '9', 3, NULL, NULL, 1700000090, 2959194397, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 14, 'decided', NULL, '7a61b53701befdae', '1', NULL, NULL, NULL, 1700000091.25, 410355560, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 15, 'rewarded', 14, '', '1', 0, NULL, NULL, 1700000091.25, 450650359, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 16, 'decided', NULL, 'aea92132c4cbeb26', '10', NULL, NULL, NULL, 1700000092.5, 2450273999, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 17, 'rewarded', 16, '', '10', 1, NULL, NULL, 1700000092.5, 3101572217, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 18, 'decided', NULL, '0b918943df0962bc', '11', NULL, NULL, NULL, 1700000093.75, 1842683962, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 19, 'rewarded', 18, '', '11', 1, NULL, NULL, 1700000093.75, 342556459, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 20, 'decided', NULL, 'd59eced1ded07f84', '2', NULL, NULL, NULL, 1700000095, 816221858, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 21, 'rewarded', 20, '', '2', 0, NULL, NULL, 1700000095, 3611048873, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 22, 'decided', NULL, '3d914f9348c9cc0f', '6', NULL, NULL, NULL, 1700000096.25, 1706120385, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 23, 'rewarded', 22, '', '6', 1, NULL, NULL, 1700000096.25, 340651378, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 24, 'decided', NULL, '73475cb40a568e8d', '11', NULL, NULL, NULL, 1700000097.5, 1275063937, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 25, 'rewarded', 24, '', '11', 1, NULL, NULL, 1700000097.5, 371477411, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 26, 'decided', NULL, '44cb730c420480a0', '7', NULL, NULL, NULL, 1700000098.75, 2245267335, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 27, 'rewarded', 26, '', '7', 0, NULL, NULL, 1700000098.75, 1371515543, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 28, 'decided', NULL, '71ee45a3c0db9a98', '7', NULL, NULL, NULL, 1700000100, 2512464195, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 29, 'rewarded', 28, '', '7', 1, NULL, NULL, 1700000100, 1315048022, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 30, 'decided', NULL, '811786ad1ae74adf', '0', NULL, NULL, NULL, 1700000101.25, 1776130284, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 31, 'rewarded', 30, '', '0', 0, NULL, NULL, 1700000101.25, 2412048258, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 32, 'decided', NULL, '25fc0e7096fc6537', '10', NULL, NULL, NULL, 1700000102.5, 2582576380, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 33, 'rewarded', 32, '', '10', 1, NULL, NULL, 1700000102.5, 3508306350, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 34, 'decided', NULL, '31489056e0916d59', '4', NULL, NULL, NULL, 1700000103.75, 3459148716, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 35, 'rewarded', 34, '', '4', 1, NULL, NULL, 1700000103.75, 2670570403, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 36, 'decided', NULL, '98010bd9270f9b10', '10', NULL, NULL, NULL, 1700000105, 1372684517, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 37, 'rewarded', 36, '', '10', 0, NULL, NULL, 1700000105, 2875271784, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 38, 'decided', NULL, '0e17daca5f3e175f', '8', NULL, NULL, NULL, 1700000106.25, 774199294, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 39, 'rewarded', 38, '', '8', 0, NULL, NULL, 1700000106.25, 1442784761, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 40, 'decided', NULL, '1a6562590ef19d10', '3', NULL, NULL, NULL, 1700000107.5, 7589629, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 41, 'rewarded', 40, '', '3', 0, NULL, NULL, 1700000107.5, 4130067966, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 42, 'decided', NULL, '031b4af5197ec30a', '1', NULL, NULL, NULL, 1700000108.75, 130566624, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 43, 'rewarded', 42, '', '1', 0, NULL, NULL, 1700000108.75, 2672865737, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 44, 'decided', NULL, '41cfc0d1f2d127b0', '5', NULL, NULL, NULL, 1700000110, 3914753329, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 45, 'rewarded', 44, '', '5', 0, NULL, NULL, 1700000110, 1704830227, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 46, 'decided', NULL, '2858dcd1057d3eae', '11', NULL, NULL, NULL, 1700000111.25, 2765782129, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 47, 'rewarded', 46, '', '11', 0, NULL, NULL, 1700000111.25, 2132620637, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 48, 'decided', NULL, '2fca346db6561871', '0', NULL, NULL, NULL, 1700000112.5, 2571770600, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 49, 'rewarded', 48, '', '0', 0, NULL, NULL, 1700000112.5, 1331972797, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 50, 'decided', NULL, '02d20bbd7e394ad5', '4', NULL, NULL, NULL, 1700000113.75, 852304782, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 51, 'rewarded', 50, '', '4', 1, NULL, NULL, 1700000113.75, 3162341933, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 52, 'decided', NULL, '7688b6ef52555962', '6', NULL, NULL, NULL, 1700000115, 3799210054, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 53, 'rewarded', 52, '', '6', 0, NULL, NULL, 1700000115, 2052301376, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 54, 'decided', NULL, 'c837649cce43f272', '4', NULL, NULL, NULL, 1700000116.25, 1799261626, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 55, 'rewarded', 54, '', '4', 1, NULL, NULL, 1700000116.25, 1789490783, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 56, 'decided', NULL, '6208ef0f7750c111', '4', NULL, NULL, NULL, 1700000117.5, 3691560043, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 57, 'rewarded', 56, '', '4', 1, NULL, NULL, 1700000117.5, 2932379759, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 58, 'decided', NULL, '3e1e967e9b793e90', '4', NULL, NULL, NULL, 1700000118.75, 4182245722, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 59, 'rewarded', 58, '', '4', 0, NULL, NULL, 1700000118.75, 3707109956, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 60, 'decided', NULL, '39fa9ec190eee7b6', '11', NULL, NULL, NULL, 1700000120, 1695348368, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 61, 'rewarded', 60, '', '11', 1, NULL, NULL, 1700000120, 3632915674, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 62, 'decided', NULL, 'd029fa3a95e174a1', '1', NULL, NULL, NULL, 1700000121.25, 3521454270, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 63, 'rewarded', 62, '', '1', 1, NULL, NULL, 1700000121.25, 2103779644, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 64, 'decided', NULL, '81b8a03f97e8787c', '8', NULL, NULL, NULL, 1700000122.5, 1000564511, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 65, 'rewarded', 64, '', '8', 1, NULL, NULL, 1700000122.5, 2325833615, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 66, 'decided', NULL, 'da4ea2a5506f2693', '9', NULL, NULL, NULL, 1700000123.75, 3575246376, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 67, 'rewarded', 66, '', '9', 1, NULL, NULL, 1700000123.75, 4177516291, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 68, 'decided', NULL, 'a68b412c4282555f', '1', NULL, NULL, NULL, 1700000125, 408219554, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 69, 'rewarded', 68, '', '1', 0, NULL, NULL, 1700000125, 1094060802, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 70, 'decided', NULL, '108c995b953c8a35', '2', NULL, NULL, NULL, 1700000126.25, 3895970362, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 71, 'rewarded', 70, '', '2', 0, NULL, NULL, 1700000126.25, 2604923284, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 72, 'decided', NULL, '3ada92f28b4ceda3', '6', NULL, NULL, NULL, 1700000127.5, 3688063284, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 73, 'rewarded', 72, '', '6', 0, NULL, NULL, 1700000127.5, 3973710425, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 74, 'decided', NULL, '49d180ecf5613281', '10', NULL, NULL, NULL, 1700000127.5, 3778180033, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 75, 'decided', NULL, 'a21855da08cb102d', '11', NULL, NULL, NULL, 1700000127.5, 410848005, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 76, 'decided', NULL, 'c75cb66ae28d8ebc', '4', NULL, NULL, NULL, 1700000127.5, 72708237, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 77, 'decided', NULL, 'ff5a1ae012afa5d4', '11', NULL, NULL, NULL, 1700000127.5, 2986065464, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 78, 'expired', 1, '', '2', NULL, NULL, NULL, 1700000187.5, 291721233, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 79, 'expired', 2, '', '0', NULL, NULL, NULL, 1700000187.5, 2536430318, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 80, 'expired', 4, '', '8', NULL, NULL, NULL, 1700000187.5, 3377689793, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 81, 'expired', 5, '', '3', NULL, NULL, NULL, 1700000187.5, 1622238873, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 82, 'expired', 7, '', '7', NULL, NULL, NULL, 1700000187.5, 3185033540, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 83, 'expired', 9, '', '0', NULL, NULL, NULL, 1700000187.5, 1736597602, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 84, 'expired', 10, '', '5', NULL, NULL, NULL, 1700000187.5, 2077856995, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 85, 'expired', 74, '', '10', NULL, NULL, NULL, 1700000187.5, 1952866114, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 86, 'expired', 75, '', '11', NULL, NULL, NULL, 1700000187.5, 258651535, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 87, 'expired', 76, '', '4', NULL, NULL, NULL, 1700000187.5, 1571329480, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 88, 'expired', 77, '', '11', NULL, NULL, NULL, 1700000187.5, 667681881, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 89, 'decided', NULL, '7f2253d7e228b22a', '11', NULL, NULL, NULL, 1700000187.5, 1932245523, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 90, 'decided', NULL, '8722616204217edd', '11', NULL, NULL, NULL, 1700000187.5, 1584301124, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 91, 'decided', NULL, '96061e92f58e4bdc', '10', NULL, NULL, NULL, 1700000187.5, 2164335432, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 92, 'decided', NULL, 'eb624dbe56eb6620', '11', NULL, NULL, NULL, 1700000188.5, 2743037646, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (2, 93, 'rewarded', 92, '', '11', 0.3333333333333333, NULL, NULL, 1700000188.5, 418248009, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 1, 'decided', NULL, 'f369cb89fc627e66', '0,7,1', NULL, NULL, NULL, 1700000190.5, 3846485668, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.017857142857142856, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 2, 'rewarded', 1, '', '0,7,1', -1, NULL, NULL, 1700000190.5, 2840054480, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 3, 'decided', NULL, 'f74efabef12ea619', '1,0,5', NULL, NULL, NULL, 1700000192.5, 297452963, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.017857142857142856, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 4, 'rewarded', 3, '', '1,0,5', 1, NULL, NULL, 1700000192.5, 2591108676, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 5, 'decided', NULL, 'a88a7902cb4ef697', '2,5,1', NULL, NULL, NULL, 1700000194.5, 272992518, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.017857142857142856, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 6, 'rewarded', 5, '', '2,5,1', 2, NULL, NULL, 1700000194.5, 2268575589, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 7, 'decided', NULL, '349c41201b62db85', '3,7,6', NULL, NULL, NULL, 1700000196.5, 2176306015, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.017857142857142856, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 8, 'rewarded', 7, '', '3,7,6', -1, NULL, NULL, 1700000196.5, 2833134519, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 9, 'decided', NULL, '98a3ab7c340e8a03', '4,6,5', NULL, NULL, NULL, 1700000198.5, 2584893204, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.017857142857142856, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 10, 'rewarded', 9, '', '4,6,5', 0, NULL, NULL, 1700000198.5, 4264740421, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 11, 'decided', NULL, '48449a14a4ff7d79', '5,4,8', NULL, NULL, NULL, 1700000200.5, 124375344, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.017857142857142856, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 12, 'rewarded', 11, '', '5,4,8', 1, NULL, NULL, 1700000200.5, 1276531633, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 13, 'decided', NULL, '5316ca1c5ddca8e6', '6,2,1', NULL, NULL, NULL, 1700000202.5, 376959702, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.017857142857142856, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 14, 'rewarded', 13, '', '6,2,1', -1, NULL, NULL, 1700000202.5, 3428449594, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 15, 'decided', NULL, 'a46e37632fa6ca51', '7,3,6', NULL, NULL, NULL, 1700000204.5, 577914286, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.017857142857142856, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 16, 'rewarded', 15, '', '7,3,6', 0, NULL, NULL, 1700000204.5, 3064352632, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 17, 'decided', NULL, 'bbb965ab0c80d653', '8,1,3', NULL, NULL, NULL, 1700000206.5, 3163634732, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.017857142857142856, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 18, 'rewarded', 17, '', '8,1,3', 0, NULL, NULL, 1700000206.5, 1820837897, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 19, 'decided', NULL, '44c8031cb036a735', '8,4,0', NULL, NULL, NULL, 1700000208.5, 457173276, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.5, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 20, 'rewarded', 19, '', '8,4,0', -1, NULL, NULL, 1700000208.5, 123425686, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 21, 'decided', NULL, 'b4944c6ff08dc6f4', '4,8,0', NULL, NULL, NULL, 1700000210.5, 2092681469, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.5, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 22, 'rewarded', 21, '', '4,8,0', 2, NULL, NULL, 1700000210.5, 1658620591, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 23, 'decided', NULL, '434c9b5ae514646b', '4,0,8', NULL, NULL, NULL, 1700000212.5, 4004285677, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.25, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 24, 'rewarded', 23, '', '4,0,8', 0, NULL, NULL, 1700000212.5, 2632045745, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 25, 'decided', NULL, 'bdd2d3af3a5a1213', '4,0,7', NULL, NULL, NULL, 1700000214.5, 2439009806, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.5, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 26, 'rewarded', 25, '', '4,0,7', -1, NULL, NULL, 1700000214.5, 3334794430, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 27, 'decided', NULL, '8b940be7fb78aaa6', '4,0,8', NULL, NULL, NULL, 1700000216.5, 1749389091, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 28, 'rewarded', 27, '', '4,0,8', 1, NULL, NULL, 1700000216.5, 4000495176, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 29, 'decided', NULL, 'cd70bea023f752a0', '0,4,8', NULL, NULL, NULL, 1700000218.5, 3517368721, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 30, 'rewarded', 29, '', '0,4,8', 2, NULL, NULL, 1700000218.5, 2228295305, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 31, 'decided', NULL, '69f59c273b6e669a', '8,0,4', NULL, NULL, NULL, 1700000220.5, 594717965, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 32, 'rewarded', 31, '', '8,0,4', -1, NULL, NULL, 1700000220.5, 4220379709, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 33, 'decided', NULL, '1da51b8d8ff98f6a', '8,0,4', NULL, NULL, NULL, 1700000222.5, 1180789992, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 34, 'rewarded', 33, '', '8,0,4', 0, NULL, NULL, 1700000222.5, 1397592620, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 35, 'decided', NULL, '8241649609f88ccd', '8,0,4', NULL, NULL, NULL, 1700000224.5, 3150976080, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 36, 'rewarded', 35, '', '8,0,4', 1, NULL, NULL, 1700000224.5, 4186800298, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 37, 'decided', NULL, '6e4001871c0cf27c', '0,8,4', NULL, NULL, NULL, 1700000226.5, 1396249869, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 38, 'rewarded', 37, '', '0,8,4', -1, NULL, NULL, 1700000226.5, 2357554603, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 39, 'decided', NULL, 'e3d6c4d4599e0088', '0,8,4', NULL, NULL, NULL, 1700000228.5, 450938406, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 40, 'rewarded', 39, '', '0,8,4', 0, NULL, NULL, 1700000228.5, 2543638095, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (3, 41, 'decided', NULL, 'ad48ff99415b2f00', '0,8', NULL, NULL, NULL, 1700000228.5, 4196981599, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 1, 'decided', NULL, '7b1a278f5abe8e9d', '4', NULL, NULL, NULL, 1700000229.75, 3992054440, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 2, 'rewarded', 1, '', '4', 0, 1.5, NULL, 1700000229.75, 1625088249, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 3, 'decided', NULL, 'd6d824abba4afde8', '0', NULL, NULL, NULL, 1700000231, 3431023258, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 4, 'rewarded', 3, '', '0', 0, 1.5, NULL, 1700000231, 2162410170, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 5, 'decided', NULL, '29db0c6782dbd500', '0', NULL, NULL, NULL, 1700000232.25, 3059876237, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 6, 'rewarded', 5, '', '0', 0, 1.5, NULL, 1700000232.25, 851023707, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 7, 'decided', NULL, '8c1f1046219ddd21', '4', NULL, NULL, NULL, 1700000233.5, 814132350, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 8, 'rewarded', 7, '', '4', 0, 1.5, NULL, 1700000233.5, 2579017028, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 9, 'decided', NULL, 'ad57366865126e55', '1', NULL, NULL, NULL, 1700000234.75, 224702106, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 10, 'rewarded', 9, '', '1', 0, 1.5, NULL, 1700000234.75, 1869355466, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 11, 'decided', NULL, '16dc368a89b428b2', '0', NULL, NULL, NULL, 1700000236, 3285826455, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 12, 'rewarded', 11, '', '0', 0, 1.5, NULL, 1700000236, 4132501224, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 13, 'decided', NULL, '37834f2f25762f23', '3', NULL, NULL, NULL, 1700000237.25, 110058874, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 14, 'rewarded', 13, '', '3', 0, 1.5, NULL, 1700000237.25, 2080554923, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 15, 'decided', NULL, '454f63ac30c83229', '3', NULL, NULL, NULL, 1700000238.5, 449696036, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 16, 'rewarded', 15, '', '3', 1, 1.5, NULL, 1700000238.5, 1867965898, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 17, 'decided', NULL, '5ef6fdf32513aa7c', '2', NULL, NULL, NULL, 1700000239.75, 3782010666, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 18, 'rewarded', 17, '', '2', 0, 1.5, NULL, 1700000239.75, 1429413323, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 19, 'decided', NULL, '1253e9373e781b75', '3', NULL, NULL, NULL, 1700000241, 4237100397, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 20, 'rewarded', 19, '', '3', 1, 1.5, NULL, 1700000241, 3518944183, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 21, 'decided', NULL, '482d9673cfee5de3', '3', NULL, NULL, NULL, 1700000242.25, 4152848360, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 22, 'rewarded', 21, '', '3', 0, 1.5, NULL, 1700000242.25, 2814723243, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 23, 'decided', NULL, '3346f2bbf6c34bd2', '3', NULL, NULL, NULL, 1700000243.5, 3276348281, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 24, 'rewarded', 23, '', '3', 0, 1.5, NULL, 1700000243.5, 1882923664, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 25, 'decided', NULL, '9537f32ec7599e1a', '3', NULL, NULL, NULL, 1700000244.75, 2003519452, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 26, 'rewarded', 25, '', '3', 1, 1.5, NULL, 1700000244.75, 2717146594, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 27, 'decided', NULL, '0fd42b3f73c448b3', '3', NULL, NULL, NULL, 1700000246, 132460862, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 28, 'rewarded', 27, '', '3', 0, 1.5, NULL, 1700000246, 1739609693, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 29, 'decided', NULL, '9bdb2af6799204a2', '3', NULL, NULL, NULL, 1700000247.25, 4172030550, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 30, 'rewarded', 29, '', '3', 0, 1.5, NULL, 1700000247.25, 2751539640, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 31, 'decided', NULL, 'f6e0a1e2ac41945a', '1', NULL, NULL, NULL, 1700000247.25, 2898201086, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (4, 32, 'rewarded', 31, '', '1', 0.25, 0.1, NULL, 1700000247.25, 1633438346, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 1, 'decided', NULL, 'b1556dea32e9d0cd', '894', NULL, NULL, NULL, 1700000248.5, 965229951, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 2, 'rewarded', 1, '', '894', 0, NULL, NULL, 1700000248.5, 1163619570, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 3, 'decided', NULL, '6c658ee83fb7e812', '851', NULL, NULL, NULL, 1700000249.75, 3588907485, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 4, 'rewarded', 3, '', '851', 0, NULL, NULL, 1700000249.75, 1319855519, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 5, 'decided', NULL, '9f1f9dce319c4700', '864', NULL, NULL, NULL, 1700000251, 3255881149, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 6, 'rewarded', 5, '', '864', 0, NULL, NULL, 1700000251, 1584005108, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 7, 'decided', NULL, '28dae7c8bde2f3ca', '523', NULL, NULL, NULL, 1700000252.25, 4148165224, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 8, 'rewarded', 7, '', '523', 0, NULL, NULL, 1700000252.25, 3189649910, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 9, 'decided', NULL, 'e5b861a6d8a966df', '894', NULL, NULL, NULL, 1700000253.5, 2195609606, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.25, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 10, 'rewarded', 9, '', '894', 0, NULL, NULL, 1700000253.5, 2386595958, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 11, 'decided', NULL, '2ac878b0e2180616', '864', NULL, NULL, NULL, 1700000254.75, 497397593, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.3333333333333333, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 12, 'rewarded', 11, '', '864', 0, NULL, NULL, 1700000254.75, 926474448, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 13, 'decided', NULL, '85daaf6f7055cd57', '523', NULL, NULL, NULL, 1700000256, 1108123342, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.5, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 14, 'rewarded', 13, '', '523', 0, NULL, NULL, 1700000256, 3648197021, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 15, 'decided', NULL, '3038bfb575bee6a0', '851', NULL, NULL, NULL, 1700000257.25, 1026886517, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 16, 'rewarded', 15, '', '851', 1, NULL, NULL, 1700000257.25, 903994976, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 17, 'decided', NULL, '2abaca4911e68fa9', '851', NULL, NULL, NULL, 1700000258.5, 3233626094, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 18, 'rewarded', 17, '', '851', 1, NULL, NULL, 1700000258.5, 1530345382, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 19, 'decided', NULL, '89aa1e580023722d', '851', NULL, NULL, NULL, 1700000259.75, 619296456, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 20, 'rewarded', 19, '', '851', 1, NULL, NULL, 1700000259.75, 3540112580, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 21, 'decided', NULL, '1be00341082e25c4', '851', NULL, NULL, NULL, 1700000261, 4155263784, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 22, 'rewarded', 21, '', '851', 1, NULL, NULL, 1700000261, 3717868903, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 23, 'decided', NULL, 'a665a45920422f9d', '851', NULL, NULL, NULL, 1700000262.25, 2697696200, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 24, 'rewarded', 23, '', '851', 0, NULL, NULL, 1700000262.25, 2930062991, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 25, 'decided', NULL, '6affdae3b3c1aa6a', '851', NULL, NULL, NULL, 1700000263.5, 1542105064, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 26, 'rewarded', 25, '', '851', 1, NULL, NULL, 1700000263.5, 425557572, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 27, 'decided', NULL, '0f8ef3377b30fc47', '851', NULL, NULL, NULL, 1700000264.75, 3799343292, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 28, 'rewarded', 27, '', '851', 1, NULL, NULL, 1700000264.75, 1462577791, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 29, 'decided', NULL, '65a699905c026193', '851', NULL, NULL, NULL, 1700000266, 4029524255, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 30, 'rewarded', 29, '', '851', 0, NULL, NULL, 1700000266, 111536321, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 31, 'decided', NULL, '922c7954216ccfe7', '851', NULL, NULL, NULL, 1700000267.25, 2259041120, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 32, 'rewarded', 31, '', '851', 1, NULL, NULL, 1700000267.25, 735125800, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 33, 'decided', NULL, '2747b7c718564ba5', '851', NULL, NULL, NULL, 1700000268.5, 3105959333, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 34, 'rewarded', 33, '', '851', 0, NULL, NULL, 1700000268.5, 1191169942, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 35, 'decided', NULL, '6566230e3a3ce377', '851', NULL, NULL, NULL, 1700000269.75, 1801404636, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 36, 'rewarded', 35, '', '851', 1, NULL, NULL, 1700000269.75, 2614527132, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 37, 'decided', NULL, '38d66d9692ac5900', '851', NULL, NULL, NULL, 1700000271, 3745761654, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 38, 'rewarded', 37, '', '851', 0, NULL, NULL, 1700000271, 1785024771, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 39, 'decided', NULL, 'eeca91fd439b6d5e', '851', NULL, NULL, NULL, 1700000272.25, 2865138066, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 40, 'rewarded', 39, '', '851', 1, NULL, NULL, 1700000272.25, 1304506635, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 41, 'retired', NULL, 'dbb1ded63bc70732', '851', NULL, NULL, NULL, 1700000272.25, 712546953, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 42, 'added', NULL, 'd2f483672c0239f6', '', 24, NULL, NULL, 1700000272.25, 3930569504, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 43, 'decided', NULL, '5d389f5e2e34c6b0', '791', NULL, NULL, NULL, 1700000273.5, 2191145673, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 44, 'rewarded', 43, '', '791', 1, NULL, NULL, 1700000273.5, 1584089552, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 45, 'decided', NULL, '13671077b66a2987', '791', NULL, NULL, NULL, 1700000274.75, 4077667624, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 46, 'rewarded', 45, '', '791', 0, NULL, NULL, 1700000274.75, 3258386748, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 47, 'decided', NULL, '36ebe205bcdfc499', '791', NULL, NULL, NULL, 1700000276, 1353024647, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 48, 'rewarded', 47, '', '791', 0, NULL, NULL, 1700000276, 3435948311, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 49, 'decided', NULL, 'd80eae6e96d148b3', '791', NULL, NULL, NULL, 1700000277.25, 3783826818, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 50, 'rewarded', 49, '', '791', 1, NULL, NULL, 1700000277.25, 1582888233, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 51, 'decided', NULL, 'd6a4031733610bb0', '791', NULL, NULL, NULL, 1700000278.5, 2554770607, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 52, 'rewarded', 51, '', '791', 1, NULL, NULL, 1700000278.5, 2210957982, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 53, 'decided', NULL, '8d27ba37c5d81010', '791', NULL, NULL, NULL, 1700000279.75, 2895378806, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 54, 'rewarded', 53, '', '791', 1, NULL, NULL, 1700000279.75, 3441517331, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 55, 'decided', NULL, 'dbae772db29058a8', '791', NULL, NULL, NULL, 1700000281, 2190328340, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 56, 'rewarded', 55, '', '791', 0, NULL, NULL, 1700000281, 2981187905, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 57, 'decided', NULL, '2c7d5490e6050836', '791', NULL, NULL, NULL, 1700000282.25, 113669834, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 58, 'rewarded', 57, '', '791', 1, NULL, NULL, 1700000282.25, 1374377003, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 59, 'decided', NULL, 'd4ee9f58e5860574', '791', NULL, NULL, NULL, 1700000283.5, 2945795552, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 60, 'rewarded', 59, '', '791', 1, NULL, NULL, 1700000283.5, 3983065829, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 61, 'decided', NULL, 'd6f0c71ef0c88e45', '791', NULL, NULL, NULL, 1700000284.75, 1026961855, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (5, 62, 'rewarded', 61, '', '791', 1, NULL, NULL, 1700000284.75, 1338969407, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 1, 'decided', NULL, '5ec1a0c99d428601', '6', NULL, NULL, NULL, 1700000286, 1712386072, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.125, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 2, 'rewarded', 1, '', '6', 0, NULL, NULL, 1700000286, 1103115290, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 3, 'decided', NULL, 'be47addbcb8f6056', '3', NULL, NULL, NULL, 1700000287.25, 667460837, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.14285714285714285, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 4, 'rewarded', 3, '', '3', 1, NULL, NULL, 1700000287.25, 3955846311, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 5, 'decided', NULL, '0a5b046d07f6f971', '2', NULL, NULL, NULL, 1700000288.5, 264844965, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.14285714285714285, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 6, 'rewarded', 5, '', '2', 1, NULL, NULL, 1700000288.5, 566924299, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 7, 'decided', NULL, '1d28c120568c10e1', '5', NULL, NULL, NULL, 1700000289.75, 3484772429, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.14285714285714285, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 8, 'rewarded', 7, '', '5', 1, NULL, NULL, 1700000289.75, 3976137009, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 9, 'decided', NULL, 'ec2e990b934dde55', '5', NULL, NULL, NULL, 1700000291, 660572533, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.14285714285714285, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 10, 'rewarded', 9, '', '5', 1, NULL, NULL, 1700000291, 882465168, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 11, 'decided', NULL, '05ada863a4cf9660', '0', NULL, NULL, NULL, 1700000292.25, 2912884491, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.14285714285714285, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 12, 'rewarded', 11, '', '0', 0, NULL, NULL, 1700000292.25, 1527518552, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 13, 'decided', NULL, '9ae2bdd7beedc2e7', '7', NULL, NULL, NULL, 1700000293.5, 2039503148, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.16666666666666666, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 14, 'rewarded', 13, '', '7', 0, NULL, NULL, 1700000293.5, 4105546354, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 15, 'decided', NULL, '8e612bd1f5d132a3', '5', NULL, NULL, NULL, 1700000294.75, 4140563487, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.2, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 16, 'rewarded', 15, '', '5', 1, NULL, NULL, 1700000294.75, 371440577, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 17, 'decided', NULL, '043066daf2109523', '2', NULL, NULL, NULL, 1700000296, 262511109, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.2, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 18, 'rewarded', 17, '', '2', 0, NULL, NULL, 1700000296, 1213373461, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 19, 'decided', NULL, '620c9c332101a5ba', '5', NULL, NULL, NULL, 1700000297.25, 2829098770, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.25, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 20, 'rewarded', 19, '', '5', 1, NULL, NULL, 1700000297.25, 3702165257, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 21, 'decided', NULL, '1d0ebea552eb43d0', '4', NULL, NULL, NULL, 1700000298.5, 2841276352, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.25, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 22, 'rewarded', 21, '', '4', 1, NULL, NULL, 1700000298.5, 1991666605, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 23, 'decided', NULL, '210e3b160c355818', '1', NULL, NULL, NULL, 1700000299.75, 3663146668, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.25, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 24, 'rewarded', 23, '', '1', 1, NULL, NULL, 1700000299.75, 109795526, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 25, 'decided', NULL, '0fecf9247f3ddc84', '4', NULL, NULL, NULL, 1700000301, 2365887376, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.25, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 26, 'rewarded', 25, '', '4', 0, NULL, NULL, 1700000301, 3577351576, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 27, 'decided', NULL, 'c75de23d89df36ba', '1', NULL, NULL, NULL, 1700000302.25, 3638044457, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.3333333333333333, NULL, NULL, NULL);
INSERT INTO public.events VALUES (6, 28, 'rewarded', 27, '', '1', 0, NULL, NULL, 1700000302.25, 3043091978, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 1, 'decided', NULL, '7ed8f0f3b707956d', '1', NULL, NULL, NULL, 1700000303.5, 2898702435, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.25, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 2, 'rewarded', 1, '', '1', 0, NULL, NULL, 1700000303.5, 2629924444, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 3, 'decided', NULL, 'ff2ccb6ba423d356', '0', NULL, NULL, NULL, 1700000304.75, 1409538860, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 4, 'rewarded', 3, '', '0', 0, NULL, NULL, 1700000304.75, 597851204, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 5, 'decided', NULL, 'a512db2741cd2069', '3', NULL, NULL, NULL, 1700000306, 3436790273, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.25, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 6, 'rewarded', 5, '', '3', 0, NULL, NULL, 1700000306, 3253485032, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 7, 'decided', NULL, 'bb668ca955632160', '2', NULL, NULL, NULL, 1700000307.25, 4164004155, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 8, 'rewarded', 7, '', '2', 0, NULL, NULL, 1700000307.25, 3745696966, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 9, 'decided', NULL, '79d6eaa2676189eb', '2', NULL, NULL, NULL, 1700000308.5, 320652001, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.25, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 10, 'rewarded', 9, '', '2', 0, NULL, NULL, 1700000308.5, 409486161, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 11, 'decided', NULL, '3d3286f7cd19074f', '3', NULL, NULL, NULL, 1700000309.75, 3567654360, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 12, 'rewarded', 11, '', '3', 1, NULL, NULL, 1700000309.75, 1532881232, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 13, 'decided', NULL, '3f9807cb9ae9fb6c', '3', NULL, NULL, NULL, 1700000311, 1662195350, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 14, 'rewarded', 13, '', '3', 0, NULL, NULL, 1700000311, 460842227, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 15, 'decided', NULL, 'bc52dd634277c4a3', '1', NULL, NULL, NULL, 1700000312.25, 1774540398, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 16, 'rewarded', 15, '', '1', 0, NULL, NULL, 1700000312.25, 1634904195, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 17, 'decided', NULL, 'e0f05da93a0f5a86', '3', NULL, NULL, NULL, 1700000313.5, 4046702853, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 18, 'rewarded', 17, '', '3', 0, NULL, NULL, 1700000313.5, 4201781344, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 19, 'decided', NULL, '73d3f1ba062585bc', '2', NULL, NULL, NULL, 1700000314.75, 2897361874, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 20, 'rewarded', 19, '', '2', 0, NULL, NULL, 1700000314.75, 454195689, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 21, 'decided', NULL, '80c3cd40fa35f908', '3', NULL, NULL, NULL, 1700000316, 1168414982, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 22, 'rewarded', 21, '', '3', 0, NULL, NULL, 1700000316, 1498391045, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 23, 'decided', NULL, 'f57e5cb1f4532c00', '2', NULL, NULL, NULL, 1700000317.25, 3029040778, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 24, 'rewarded', 23, '', '2', 1, NULL, NULL, 1700000317.25, 1818031293, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (7, 25, 'decided', NULL, '734d0759cdb4e0d0', '2', NULL, NULL, NULL, 1700000317.25, 2641243135, 2, 0, NULL, NULL, NULL, NULL, 'somebody', NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 1, 'decided', NULL, '284de502c9847342', '0', NULL, NULL, NULL, 1700000317.25, 480562721, 2, 0, NULL, NULL, 'treated', 'north', 'user 0', NULL, NULL, 0.9360000000000002, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 2, 'decided', NULL, '68519a9eca55c68c', '2', NULL, NULL, NULL, 1700000317.25, 935842392, 2, 0, NULL, NULL, 'treated', 'north', 'user 1', NULL, 'floor', 0.016, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 3, 'decided', NULL, '4a8596a7790b5ca9', '1', NULL, NULL, NULL, 1700000317.25, 4136792657, 2, 0, NULL, NULL, 'treated', 'north', 'user 2', NULL, NULL, 0.7360000000000001, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 4, 'decided', NULL, '41e521adf8ae7a0f', '3', NULL, NULL, NULL, 1700000317.25, 3748150475, 2, 0, NULL, NULL, 'treated', 'north', 'user 3', NULL, NULL, 0.7360000000000001, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 5, 'decided', NULL, 'dac53c17c250fd4d', '4', NULL, NULL, NULL, 1700000317.25, 3937651568, 2, 0, NULL, NULL, 'treated', 'north', 'user 4', NULL, NULL, 0.7360000000000001, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 6, 'decided', NULL, 'cba28b89eb859497', '4', NULL, NULL, NULL, 1700000317.25, 315758093, 2, 0, NULL, NULL, 'treated', 'north', 'user 5', NULL, NULL, 0.16000000000000003, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 7, 'decided', NULL, '8cd2510271575d84', '1', NULL, NULL, NULL, 1700000317.25, 1033375774, 2, 0, NULL, NULL, 'treated', 'north', 'user 6', NULL, NULL, 0.16000000000000003, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 8, 'decided', NULL, '01d54579da446ae1', '0', NULL, NULL, NULL, 1700000317.25, 4038950598, 2, 0, NULL, NULL, 'control', 'north', 'user 7', NULL, 'control', 0.36000000000000004, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 9, 'decided', NULL, '3068430da9e4b7a6', '0', NULL, NULL, NULL, 1700000317.25, 810242077, 2, 0, NULL, NULL, 'treated', 'north', 'user 8', NULL, 'floor', 0.36000000000000004, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 10, 'decided', NULL, '7b69759630f869f2', '0', NULL, NULL, NULL, 1700000317.25, 3072971845, 2, 0, NULL, NULL, 'treated', 'north', 'user 9', NULL, NULL, 0.36000000000000004, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 11, 'decided', NULL, '580811fa95269f3e', '2', NULL, NULL, NULL, 1700000317.25, 1009957351, 2, 0, NULL, NULL, 'treated', 'north', 'user 10', NULL, 'floor', 0.16000000000000003, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 12, 'decided', NULL, 'bfa7634640c53da7', '4', NULL, NULL, NULL, 1700000317.25, 3623835464, 2, 0, NULL, NULL, 'treated', 'north', 'user 11', NULL, NULL, 0.16000000000000003, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 13, 'rewarded', 1, '', '0', 0, NULL, NULL, 1700000322.25, 3245005068, 2, 0, NULL, NULL, 'treated', 'north', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 14, 'rewarded', 2, '', '2', 1, NULL, NULL, 1700000322.25, 298362790, 2, 0, NULL, NULL, 'treated', 'north', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 15, 'rewarded', 3, '', '1', 0, NULL, NULL, 1700000322.25, 2084914672, 2, 0, NULL, NULL, 'treated', 'north', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 16, 'rewarded', 4, '', '3', 0, NULL, NULL, 1700000322.25, 2504582874, 2, 0, NULL, NULL, 'treated', 'north', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 17, 'rewarded', 5, '', '4', 0, NULL, NULL, 1700000322.25, 4108019669, 2, 0, NULL, NULL, 'treated', 'north', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 18, 'rewarded', 6, '', '4', 0, NULL, NULL, 1700000322.25, 3337733762, 2, 0, NULL, NULL, 'treated', 'north', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 19, 'rewarded', 7, '', '1', 0, NULL, NULL, 1700000322.25, 1884855798, 2, 0, NULL, NULL, 'treated', 'north', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 20, 'rewarded', 8, '', '0', 0, NULL, NULL, 1700000322.25, 40984414, 2, 0, NULL, NULL, 'control', 'north', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 21, 'rewarded', 9, '', '0', 0, NULL, NULL, 1700000322.25, 3384387407, 2, 0, NULL, NULL, 'treated', 'north', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 22, 'rewarded', 10, '', '0', 0, NULL, NULL, 1700000322.25, 4114652693, 2, 0, NULL, NULL, 'treated', 'north', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 23, 'rewarded', 11, '', '2', 1, NULL, NULL, 1700000322.25, 62137059, 2, 0, NULL, NULL, 'treated', 'north', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 24, 'rewarded', 12, '', '4', 0, NULL, NULL, 1700000322.25, 1316226535, 2, 0, NULL, NULL, 'treated', 'north', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 25, 'revised', 4, '', '3', 1, NULL, NULL, 1700000322.25, 572167341, 2, 1, 0, NULL, 'treated', 'north', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 26, 'revised', 4, '', '3', 0, NULL, NULL, 1700000322.25, 1148248047, 2, 2, 1, NULL, 'treated', 'north', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 27, 'paused', NULL, '', '4', NULL, NULL, NULL, 1700000322.25, 3866258718, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 28, 'decided', NULL, 'b8aed072d29403ec', '2', NULL, NULL, NULL, 1700000323.5, 4005555739, 2, 0, NULL, NULL, 'treated', NULL, NULL, NULL, NULL, 0.7400000000000001, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 29, 'rewarded', 28, '', '2', 0, NULL, NULL, 1700000323.5, 1504069805, 2, 0, NULL, NULL, 'treated', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 30, 'decided', NULL, '52f11620e397f867', '0', NULL, NULL, NULL, 1700000324.75, 1728780287, 2, 0, NULL, NULL, 'control', NULL, NULL, NULL, 'control', 0.22000000000000003, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 31, 'rewarded', 30, '', '0', 0, NULL, NULL, 1700000324.75, 1292008044, 2, 0, NULL, NULL, 'control', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 32, 'decided', NULL, '61a229bae1e90331', '2', NULL, NULL, NULL, 1700000326, 1855617616, 2, 0, NULL, NULL, 'treated', NULL, NULL, NULL, NULL, 0.7400000000000001, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 33, 'rewarded', 32, '', '2', 0, NULL, NULL, 1700000326, 935675037, 2, 0, NULL, NULL, 'treated', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 34, 'decided', NULL, '2811745d7b8d8874', '0', NULL, NULL, NULL, 1700000327.25, 3258363164, 2, 0, NULL, NULL, 'control', NULL, NULL, NULL, 'control', 0.22000000000000003, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 35, 'rewarded', 34, '', '0', 1, NULL, NULL, 1700000327.25, 2820488903, 2, 0, NULL, NULL, 'control', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 36, 'decided', NULL, '38b2d03f3256502b', '2', NULL, NULL, NULL, 1700000328.5, 1213038321, 2, 0, NULL, NULL, 'treated', NULL, NULL, NULL, NULL, 0.7400000000000001, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 37, 'rewarded', 36, '', '2', 1, NULL, NULL, 1700000328.5, 686478378, 2, 0, NULL, NULL, 'treated', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 38, 'decided', NULL, 'd6061bbee6cf13bd', '2', NULL, NULL, NULL, 1700000329.75, 2519516901, 2, 0, NULL, NULL, 'treated', NULL, NULL, NULL, NULL, 0.7400000000000001, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 39, 'rewarded', 38, '', '2', 1, NULL, NULL, 1700000329.75, 3629483778, 2, 0, NULL, NULL, 'treated', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 40, 'decided', NULL, '7045d16ae7f043ec', '1', NULL, NULL, NULL, 1700000331, 141271094, 2, 0, NULL, NULL, 'treated', NULL, NULL, NULL, 'floor', 0.020000000000000004, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 41, 'rewarded', 40, '', '1', 0, NULL, NULL, 1700000331, 1849902757, 2, 0, NULL, NULL, 'treated', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 42, 'decided', NULL, '2397346b45823e07', '0', NULL, NULL, NULL, 1700000332.25, 2269664936, 2, 0, NULL, NULL, 'control', NULL, NULL, NULL, 'control', 0.22000000000000003, NULL, NULL, NULL);
INSERT INTO public.events VALUES (8, 43, 'rewarded', 42, '', '0', 0, NULL, NULL, 1700000332.25, 1474404364, 2, 0, NULL, NULL, 'control', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 1, 'decided', NULL, '70260742c2952154', '4', NULL, NULL, NULL, 1700000333.25, 2168850721, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 2, 'decided', NULL, 'eb3be230bbd2844b', '2', NULL, NULL, NULL, 1700000333.25, 56414694, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 3, 'rewarded', 1, '', '4', 0, NULL, NULL, 1700000333.25, 611451437, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 4, 'rewarded', 2, '', '2', 1, NULL, NULL, 1700000333.25, 963188024, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 5, 'decided', NULL, '684fe39f03758de6', '3', NULL, NULL, NULL, 1700000334.25, 2097773838, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 6, 'decided', NULL, '7559ca4a957c8c82', '0', NULL, NULL, NULL, 1700000334.25, 151890251, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 7, 'rewarded', 5, '', '3', 1, NULL, NULL, 1700000334.25, 4015085032, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 8, 'rewarded', 6, '', '0', 0, NULL, NULL, 1700000334.25, 1510582460, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 9, 'decided', NULL, '1dfacb2ea5a03e0a', '1', NULL, NULL, NULL, 1700000335.25, 940027240, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 10, 'decided', NULL, 'b4bbe448fde336bb', '2', NULL, NULL, NULL, 1700000335.25, 1696218507, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 11, 'rewarded', 9, '', '1', 0, NULL, NULL, 1700000335.25, 2270178288, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 12, 'rewarded', 10, '', '2', 1, NULL, NULL, 1700000335.25, 653170579, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 13, 'decided', NULL, '8bcbb4c131df56f7', '3', NULL, NULL, NULL, 1700000336.25, 1915757301, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 14, 'decided', NULL, 'a4e00d7e6aa82111', '2', NULL, NULL, NULL, 1700000336.25, 19187283, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 15, 'rewarded', 13, '', '3', 0, NULL, NULL, 1700000336.25, 1702732494, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 16, 'rewarded', 14, '', '2', 0, NULL, NULL, 1700000336.25, 2412362518, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 17, 'decided', NULL, '5a39cadd1b007093', '3', NULL, NULL, NULL, 1700000337.25, 865944011, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 18, 'decided', NULL, '27badc983df1780b', '2', NULL, NULL, NULL, 1700000337.25, 698629881, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 19, 'rewarded', 17, '', '3', 1, NULL, NULL, 1700000337.25, 1987512756, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 20, 'rewarded', 18, '', '2', 0, NULL, NULL, 1700000337.25, 2718633041, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 21, 'decided', NULL, '43974ed74066b207', '4', NULL, NULL, NULL, 1700000338.25, 237402056, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 22, 'decided', NULL, 'c17edaae86e4016a', '0', NULL, NULL, NULL, 1700000338.25, 1941840572, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 23, 'rewarded', 21, '', '4', 1, NULL, NULL, 1700000338.25, 613482569, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 24, 'rewarded', 22, '', '0', 0, NULL, NULL, 1700000338.25, 2078342693, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 25, 'decided', NULL, '4621c1d55fa4e86c', '1', NULL, NULL, NULL, 1700000339.25, 1189422287, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 26, 'decided', NULL, 'fc56dbc6d4652b31', '4', NULL, NULL, NULL, 1700000339.25, 4165949100, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 27, 'rewarded', 25, '', '1', 1, NULL, NULL, 1700000339.25, 865096486, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 28, 'rewarded', 26, '', '4', 1, NULL, NULL, 1700000339.25, 3371372684, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 29, 'decided', NULL, 'f8809aff4d69bece', '1', NULL, NULL, NULL, 1700000340.25, 4094077682, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 30, 'decided', NULL, '5cf4e26bd3d87da5', '3', NULL, NULL, NULL, 1700000340.25, 3025536889, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 31, 'rewarded', 29, '', '1', 0, NULL, NULL, 1700000340.25, 2520427256, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 32, 'rewarded', 30, '', '3', 1, NULL, NULL, 1700000340.25, 633720912, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 33, 'decided', NULL, '968076be2e38cf89', '4', NULL, NULL, 'request 1#0', 1700000340.25, 2057889944, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES (9, 34, 'decided', NULL, '8df66f64b5742439', '3', NULL, NULL, 'request 1#1', 1700000340.25, 2009360978, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.features VALUES (7, 0, '\x000000000000f03f0000000000000000', 1948462495);
INSERT INTO public.features VALUES (7, 1, '\x0000000000000000000000000000f03f', 304389061);
INSERT INTO public.features VALUES (7, 2, '\x333333333333e33f9a9999999999e93f', 20623898);
INSERT INTO public.features VALUES (7, 3, '\x9a9999999999e9bf333333333333e33f', 3930999692);
INSERT INTO public.heads VALUES (2, 93, 1700000188.5, 418248009, 0);
INSERT INTO public.heads VALUES (8, 43, 1700000332.25, 1474404364, 0);
INSERT INTO public.heads VALUES (9, 34, 1700000340.25, 2009360978, 0);
INSERT INTO public.heads VALUES (5, 62, 1700000284.75, 1338969407, 0);
INSERT INTO public.heads VALUES (1, 51, 1700000030, 317961390, 0);
INSERT INTO public.heads VALUES (3, 41, 1700000228.5, 4196981599, 0);
INSERT INTO public.heads VALUES (6, 28, 1700000302.25, 3043091978, 0);
INSERT INTO public.heads VALUES (4, 32, 1700000247.25, 1633438346, 0);
INSERT INTO public.heads VALUES (7, 25, 1700000317.25, 2641243135, 0);
INSERT INTO public.names VALUES (1, 0, '["red", "green", "blue", "white", "black, or nearly", "grün"]', 2139213684);
INSERT INTO public.names VALUES (1, 6, '["violet", "orange"]', 197487349);
INSERT INTO public.past VALUES (1, 0, 3, 10, 3540021361);
INSERT INTO public.past VALUES (1, 2, 8, 10, 2204514839);
INSERT INTO public.pending VALUES (1, 51, '5f9c4ab08cac7457', '4', 1700000030);
INSERT INTO public.pending VALUES (2, 89, '7f2253d7e228b22a', '11', 1700000187.5);
INSERT INTO public.pending VALUES (2, 90, '8722616204217edd', '11', 1700000187.5);
INSERT INTO public.pending VALUES (2, 91, '96061e92f58e4bdc', '10', 1700000187.5);
INSERT INTO public.pending VALUES (3, 41, 'ad48ff99415b2f00', '0,8', 1700000228.5);
INSERT INTO public.pending VALUES (7, 25, '734d0759cdb4e0d0', '2', 1700000317.25);
INSERT INTO public.pending VALUES (9, 33, '968076be2e38cf89', '4', 1700000340.25);
INSERT INTO public.pending VALUES (9, 34, '8df66f64b5742439', '3', 1700000340.25);
INSERT INTO public.schema_version VALUES (10);
INSERT INTO public.snapshots VALUES (1, 40, '\x78017555596edb3010bd8aa16f47e02692ea0d7a06231f6aac24425549d562a30d7cf7be37949708a92013226738cb7b33e38fec548f53d377d9b75da67293ab6cbfcb5efbf15735e3c863f3d22fdd3c6173706abfd365faf1d3e6581597f80cc5b639d554a368bfb3fb9ddbef8a3d6d048a876a99ea2315b87beb3b5136dccc55dbfea144eee2fed5328407d8c22b6eb0f0c4e0844e57f73c8237bc085f347902e708f55107b1e0f0d13442db980e9f4f6028eb172221414fc358579282856de3e8cea8dc520d802d6333dfd2b8068c500eddd2b64c13b76740001fb88ebb44f0190f64c7b13a13e48f6ca2da2fbad446051d825565b4d69ac2458f1cb436b1c462a22a6c74c6b888d4b57126ea4279a743e1830b856676f8f026dac0ab512bedad044b6fa43c32f0feb4d272c1eebd5fc64476307810fd8d71847978e05cce9900334c2425307990f84894709fd84884709fb84874709f98b8df4f3cac7b28e8a0e431360fc4203758e93a6beb6aecea51a00370ad00476ca522e0114ef0ada92baa89bfb552d69a9132b956c6b584b2e9f7528db5a0f149260a9b85e6a7a1eea456eedcffe78bda503e36dd1be365d56e5eb1375763eabcad14ca54382ed786db2a507aae9a797590acddeacac5222a678ab2d0a80be5515f00c25aa7825346b9e8b4b16524490145a3838f40bf2cbcd181581a5dc4d215c684d2995279ebfd1aefcc803eb2b9474b33b33b6ed29b5fe33ca03d046576f557bc3d1091460086d274459a9e7ff423cbf920a84ce77a10a18c9d9fb5b4a492ba51b9df3ca411c96f787afadebd361dbaf92ea19bf7ba1ae8062585ce48c1022414af381edaea450881c1a4f244b4d214e4fdb9499d46879b3765d12d82c32dc9ebe45d07d5eaa7ad4f75024ce571f34065cd543d5fe0b21f8fd21c32bf306619bef6f7ea2fe99895920810be449c3a7dd59496931cbbfe0c13fc27b80f746e46fc4b1c6983931153646cfeca9f8a463d5d2eff0068c873f1');
INSERT INTO public.snapshots VALUES (2, 60, '\x7801b596db6e224710865f0571cd8efa7cc8ab58be20866c9030b003d84a567ef77c7f3703d89bacd6174168a6bbbacef5574d7f9fbfacc7e366bf9bff369b9bc10d66be98cdffd88fcfcb13a4c4e6697fde9d8e6c1e9259cc7c58cc1c6496360e91c5a0a57b8473bb79598b4f04b8605ecc60870981bc9895c5ac72a4632bfec3f27c5caf24a1ddd7fdae496b7d5a6eb77fe940ba50d48cf0e0eca1abbea7c000f19e82e10f14fc901372f6a207b73ef0c02055773c38fd81420c1fa408091e77c945f31023784032afc62c42f72405b93f2bc53d4489c992de725e6f39a8374eb4b74c6b2f5df691d5fc7818d7cb964095a4d7c395c1451d52c1f3b8395dd338e5070d0fbbf376ab34237ea202bdacd24f491ff971b61a97afaafaf7f9516ccf72d5866a42f5a6c652b28dc6664ff4de1a13730dd9ba106bb23e916ceb92f335e5108cf3d1da6ab3e24bd1c51a5d893196e46d08be4cc604410bcffc79ff7241c51bbb3ff7e7b1a12f64c70fefaf1044f2e10e84530e44166e84d45b017a95ae7b4ef8f7524a40c5b9df77bc74c8e89c62bc3bef5811a9a392225d54f43dc97cc77f410954322cbf3b463a261a015f307a2140b1d9e8676d19b2a04059797230dfae97e36e3db6e2509aad4a83b16e0f35c242db760a4fb47a4936c10698868609ea2d2b98bf0056c670ef76da560dce3ca4e7f8edbc1cd7ad2c3758dd5637c90f66de1d344587f5ae75c14df8b32ba941cb6ab3fb7a49847c6fffbeb8dfb2ee019c96631f6aeaa6ce417ab5104b1b5754a3af5313599da7e1d6a9fff99443afcbcde9e2509f75774d944ad52f451ac8479343a442255ada25d1103ed8e82b60a790059af7b499f7b5e6ec0c854cb458a8a9940839557aa225f2442737449cf64c4f65c20e3958439fd1b52663ea5ad2924b2d74668dd5a56a14f8f023ed02871f0f5a15ed505d0931e718f12b1700ff6f4a7e80ce81d1d3fb7982a8029dd6827ffb4f887d8f3445fab43f4e88d1f6f7fda8c9f1d0cbfaba3ef4431d9d969b960833445f0c992463c9c65a29f91733a45c4b8dd6949c0b5d46079bc106935c2c81c6abd130c3e0248f3e2757985d24921127461fbdb1d1e6186a70de0944438d21258f321f30e81bedd7f8f0c69814bcf1d505ef72042364e08b1f426662664f19f1c8b624db186c49b6821c937c1150f011383165ab4f51be06a43f114df4361945e330149b46c2b14c7086bbb5c13af38968c84e71cc7df247247c0922f525dfb698944d4c09f8e1bf68d179e372810453282091508803313e25ce8174eaf2cbe969551fd7bd51afd3ecb313458ea9bbffcf873cd527b663b74d2bea48d5983a6481841137e5264b7717a6edf2a9c546317ece8dd434169e0fad3d88e7e77f7974bbebe94b1c54f36e5fdf5c80299ed7cd8e8fcf65f6473540aacc00669569f0e44b4fe953666c3118aaa6e8606a0da97a6e0f7452c96a213794d0e6e0f4488f6f68df8fabf6656b57426e816d904d3729a4527381e9da1cb040ad7d1ce340dbe26aed7be7fa1e80c542773a577c4aa658e57528359ba0c1c595859e92c6ddfe154bbae0de6ea5da8c5c7e5732a504701719377fb7bb729ba8b53a543046ab7b7bfb07b1a360ff');
INSERT INTO public.snapshots VALUES (5, 40, '\x78018d55db72da3010fd15c6cf94d1cdbae40ffa0d0c0f0e28c18363b9b20dd366f2ef3dbbb243485fca2442da5dede5ec59f15e5d631edbd4574f9b4aecd44e54db4df592f25b3341647138a6b99f461cf6466c376af9c757d86111b44821c401a65d7b8d64e883d96e7c2db158ec6aa5493b34f3184fa4a7d36bead996f653d375bf49b18729622c6ee11bda3d3b92f0b306642139fe6e4861bfcac8779aa9100e390e39369c0055c1deb09011aa9d733b951cd6aab8b4fdbe9fbb8e72c4dd09e91708cafd033e509d72732380deab91acde289eb1ca586d83f6d64b69949648cc3b65bc344e78eb1c76de6f37d679523a2d6c50ce692811c258e16aa9a5b742d4da68a7d640d4299459bda56b01b36046082f48f18ee1e11d81220e870fdc39a739974e3a850f6e7cb6934c577c4b89059a7b4b0ab0ec923a4b0d599ac2b2a51f5fac966e2c121849079e08a19cdaa91a475e0b716293fb98194320d81182b847fef1c5b5b305378ffb72cfb5b0a41a7fcd4d8e5c1d1b3c2c085e8d43ec990a0f1aa61aa9a13db5fd2b452602943fbe3735b9f0ff517e9a99bf8fc25bd34e8b977277e583f4c279537b671cc16040040c57b0b595cafabaf6de1be59d05b2440161458d8f31468460311352eb1a2210c939a9ad52decb25bb89f278afa68431e2f46924ffc167008d199d6fb83ee2462e8f695c71a2e373cac4b93d376abcc58195865497c8132376c1076bb40c462a6c9523548374b5803878a984f7e1ff653f7ef62f6d8f71a418e7d80c141ec0a02c245fde92ae3932fc540d64db0d2734b565268a68a5ce737c28a89b8f9705270a304ecd7266574b3f498377af2d540c74ec62ff3a9d3917863e5e9b6ee63781d8ca16295d4a029ad319cfb9ed2f2babc862c86dc95bee6a8767c1df579ed0944f3c06fc5ee155a468f7562aee01718c3bc90a293fdb5db662c7b3c5a67dbac103bddbf7d7970e196ffa897cd0fce359c8ed1ffe095018cf8f8fbf567f72c3');
INSERT INTO public.snapshots VALUES (8, 40, '\x78017555db6e9b4010fd158b6707ed8d05fa07fd062b0fd426092a61dd056cb556febde7cc82895315392b76ee73e60cb96597368e5d18b26fbb4ce52657d97e97bd84f8de4c10795c8e611ea611978353fb9daef157ed77782d721c8a47f10cbbbebbb4b4a2d17e67f63b4be9b999c7f624debcbe86418cf83e357dff9b1aba20935ee24177481124380e4a101036ee938d95449f6d1c922e25d18b49c2cc3e0e0ca845309e63db48416c437ac04153b43cc76eba97b44646f243368438bd119b6318a6187abc22640280e56d0613e24f681906c902a0d26298fbfec11f1d11ab07ede65c4802fae281df2936574ee1968d347a67575a1765552a63b556b62e546590b1a84a632ba58ac25b6d9d7786232b2aaf8dafb483a62e6b5f58a4d7daaa5a955ed7da57ce5665bd66221f5041f61e2e697acf1fb8bd8539262694060f9abad3811d6e8458a0a570196e9a2f0528114362f3a973bc4199664b7d1a2ba14bfa34d4345722a14bc5c79a3a2f09526e784291f56d1387360a4880a82744889b12302d8dc426cdffcedf95556bce6cfc3537b195563716601662b0599ddb41d8b5d93cbc311d4c4eddf0ca52e87dff51374e4d4c9b0539976bf951779ad7657a945f9b6e5ae249cf1b192a8c555baf6accb9c6d0c109e0e29c7190dad22a639c3245091c4a058ad85ad7608837ce3932c455aeb2de79a5b477750571b51439b1945b36056c2c1b5917f5611db333f82d886d908bff0394941cc3b8a2c6eb8f10c9b683ece0786dcfa27454fd6c651955aefd974766b01c4fdf87976ec0e26e423abfb5cd79813d514e129cfbe628c84206623cadb498bac473c82022e6a9b6615e59c0fbf62d4c2c5dedfaf6d2a6e655fea552a0f19ffaff694a762cc49350f8c07cf842b285cf8b453149206589425b12d3943cb5918bca6533a487215c1183f4da3ec668318bf8ae9f18853b8cd58edd1ff937e094faf8f80b67ad6fcc');
SELECT pg_catalog.setval('public.bandits_id_seq', 9, true);
ALTER TABLE ONLY public.bandits
    ADD CONSTRAINT bandits_name_key UNIQUE (name);
ALTER TABLE ONLY public.bandits
    ADD CONSTRAINT bandits_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.checkpoints
    ADD CONSTRAINT checkpoints_pkey PRIMARY KEY (bandit);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (bandit, seq);
ALTER TABLE ONLY public.features
    ADD CONSTRAINT features_pkey PRIMARY KEY (bandit, number);
ALTER TABLE ONLY public.heads
    ADD CONSTRAINT heads_pkey PRIMARY KEY (bandit);
ALTER TABLE ONLY public.hour_arms
    ADD CONSTRAINT hour_arms_pkey PRIMARY KEY (bandit, hour);
ALTER TABLE ONLY public.hours
    ADD CONSTRAINT hours_pkey PRIMARY KEY (bandit, hour);
ALTER TABLE ONLY public.names
    ADD CONSTRAINT names_pkey PRIMARY KEY (bandit, first);
ALTER TABLE ONLY public.past
    ADD CONSTRAINT past_pkey PRIMARY KEY (bandit, number);
ALTER TABLE ONLY public.pending
    ADD CONSTRAINT pending_pkey PRIMARY KEY (bandit, number);
ALTER TABLE ONLY public.snapshots
    ADD CONSTRAINT snapshots_pkey PRIMARY KEY (bandit);
CREATE UNIQUE INDEX events_by_context ON public.events USING btree (bandit, context) WHERE (context IS NOT NULL);
CREATE UNIQUE INDEX events_by_revision ON public.events USING btree (bandit, decision, revision) WHERE (decision IS NOT NULL);
CREATE INDEX events_by_user ON public.events USING btree (bandit, user_id, seq) WHERE (user_id IS NOT NULL);
