CREATE TABLE public.bandits (
    id bigint NOT NULL,
    name text NOT NULL,
    settings text NOT NULL
);
ALTER TABLE public.bandits ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.bandits_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
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
    chain bigint NOT NULL
);
CREATE TABLE public.heads (
    bandit bigint NOT NULL,
    seq bigint NOT NULL,
    clock double precision NOT NULL,
    chain bigint NOT NULL
);
CREATE TABLE public.names (
    bandit bigint NOT NULL,
    first bigint NOT NULL,
    labels text NOT NULL
);
CREATE TABLE public.past (
    bandit bigint NOT NULL,
    number bigint NOT NULL,
    total double precision NOT NULL,
    pulls bigint NOT NULL
);
CREATE TABLE public.pending (
    bandit bigint NOT NULL,
    number bigint NOT NULL,
    token text NOT NULL,
    arms text NOT NULL,
    "time" double precision NOT NULL
);
CREATE TABLE public.snapshots (
    bandit bigint NOT NULL,
    seq bigint NOT NULL,
    content bytea NOT NULL
);
INSERT INTO public.bandits OVERRIDING SYSTEM VALUE VALUES (1, 'greedy', '{"name": "greedy", "policy": "Greedy()", "plays": "Greedy()", "keeps": 0, "arms": 6, "names": "1828b01dfabd6f66", "horizon": 1000, "seed": 0, "rewards": [0.0, 1.0], "costs": null, "history": "0bd0c7a5cc386c5e", "stream": null, "advice": null}');
INSERT INTO public.bandits OVERRIDING SYSTEM VALUE VALUES (2, 'thompson', '{"name": "thompson", "policy": "ThompsonBeta(a=1.0, b=1.0)", "plays": "ThompsonBeta(a=1.0, b=1.0)", "keeps": 0, "arms": 12, "names": null, "horizon": null, "seed": 7, "rewards": [-1.0, 3.0], "costs": null, "history": null, "stream": null, "advice": null}');
INSERT INTO public.bandits OVERRIDING SYSTEM VALUE VALUES (3, 'cascading', '{"name": "cascading", "policy": "Cascade(policy=Greedy(), pseudo_failures=0, forced_start=True, label='''')", "plays": "Cascade(policy=Greedy(), pseudo_failures=0, forced_start=True, label='''')", "keeps": 0, "arms": 9, "names": null, "horizon": 500, "seed": 0, "rewards": [0.0, 1.0], "costs": null, "history": null, "stream": null, "advice": null}');
INSERT INTO public.bandits OVERRIDING SYSTEM VALUE VALUES (4, 'costs', '{"name": "costs", "policy": "BTS()", "plays": "BTS()", "keeps": 0, "arms": 5, "names": null, "horizon": null, "seed": 3, "rewards": [0.0, 1.0], "costs": [0.0, 4.0], "history": null, "stream": null, "advice": null}');
INSERT INTO public.bandits OVERRIDING SYSTEM VALUE VALUES (5, 'subsample', '{"name": "subsample", "policy": "Subsample(policy=UCB(c=0.5), k=4, beta=0.0, c1=0.0, gamma=-1.0, rule='''', label='''')", "plays": "UCB(c=0.5)", "keeps": 4, "arms": 1000, "names": null, "horizon": 2000, "seed": 0, "rewards": [0.0, 1.0], "costs": null, "history": null, "stream": null, "advice": null}');
INSERT INTO public.bandits OVERRIDING SYSTEM VALUE VALUES (6, 'advised', '{"name": "advised", "policy": "auto", "plays": "Greedy()", "keeps": 0, "arms": 8, "names": null, "horizon": 300, "seed": 0, "rewards": [0.0, 1.0], "costs": null, "history": null, "stream": null, "advice": "Be greedy: play Greedy, which loses 15.21 \u00b1 0.75, while the best policy that explores, ThompsonSampling, loses 17.43 \u00b1 0.25, because 300 rounds are 37.5 for each of the 8 arms, and exploring them costs more than it finds."}');
INSERT INTO public.events VALUES (1, 1, 'decided', NULL, '5feceb66ffc86f38', '1', NULL, NULL, NULL, 1700000001.25, 2425684102);
INSERT INTO public.events VALUES (1, 2, 'rewarded', 1, '', '1', 0, NULL, NULL, 1700000001.25, 518440753);
INSERT INTO public.events VALUES (1, 3, 'decided', NULL, '6b86b273ff34fce1', '3', NULL, NULL, NULL, 1700000002.5, 1356701687);
INSERT INTO public.events VALUES (1, 4, 'rewarded', 3, '', '3', 1, NULL, NULL, 1700000002.5, 2602529771);
INSERT INTO public.events VALUES (1, 5, 'decided', NULL, 'd4735e3a265e16ee', '4', NULL, NULL, NULL, 1700000003.75, 3171895072);
INSERT INTO public.events VALUES (1, 6, 'rewarded', 5, '', '4', 1, NULL, NULL, 1700000003.75, 2925622470);
INSERT INTO public.events VALUES (1, 7, 'decided', NULL, '4e07408562bedb8b', '5', NULL, NULL, NULL, 1700000005, 3246530701);
INSERT INTO public.events VALUES (1, 8, 'rewarded', 7, '', '5', 1, NULL, NULL, 1700000005, 3062515425);
INSERT INTO public.events VALUES (1, 9, 'decided', NULL, '4b227777d4dd1fc6', '4', NULL, NULL, NULL, 1700000006.25, 2973757020);
INSERT INTO public.events VALUES (1, 10, 'rewarded', 9, '', '4', 1, NULL, NULL, 1700000006.25, 2053934698);
INSERT INTO public.events VALUES (1, 11, 'decided', NULL, 'ef2d127de37b942b', '5', NULL, NULL, NULL, 1700000007.5, 835738029);
INSERT INTO public.events VALUES (1, 12, 'rewarded', 11, '', '5', 1, NULL, NULL, 1700000007.5, 624006553);
INSERT INTO public.events VALUES (1, 13, 'decided', NULL, 'e7f6c011776e8db7', '5', NULL, NULL, NULL, 1700000008.75, 1599866712);
INSERT INTO public.events VALUES (1, 14, 'rewarded', 13, '', '5', 1, NULL, NULL, 1700000008.75, 383442662);
INSERT INTO public.events VALUES (1, 15, 'decided', NULL, '7902699be42c8a8e', '3', NULL, NULL, NULL, 1700000010, 1228789719);
INSERT INTO public.events VALUES (1, 16, 'rewarded', 15, '', '3', 1, NULL, NULL, 1700000010, 797426609);
INSERT INTO public.events VALUES (1, 17, 'decided', NULL, '2c624232cdd22177', '5', NULL, NULL, NULL, 1700000011.25, 2375726300);
INSERT INTO public.events VALUES (1, 18, 'rewarded', 17, '', '5', 0, NULL, NULL, 1700000011.25, 3136503579);
INSERT INTO public.events VALUES (1, 19, 'decided', NULL, '19581e27de7ced00', '4', NULL, NULL, NULL, 1700000012.5, 3727790379);
INSERT INTO public.events VALUES (1, 20, 'rewarded', 19, '', '4', 1, NULL, NULL, 1700000012.5, 1975706773);
INSERT INTO public.events VALUES (1, 21, 'decided', NULL, '4a44dc15364204a8', '3', NULL, NULL, NULL, 1700000013.75, 1603930557);
INSERT INTO public.events VALUES (1, 22, 'rewarded', 21, '', '3', 0, NULL, NULL, 1700000013.75, 1097294350);
INSERT INTO public.events VALUES (1, 23, 'decided', NULL, '4fc82b26aecb47d2', '4', NULL, NULL, NULL, 1700000015, 4030519658);
INSERT INTO public.events VALUES (1, 24, 'rewarded', 23, '', '4', 1, NULL, NULL, 1700000015, 1302452536);
INSERT INTO public.events VALUES (1, 25, 'added', NULL, '6b51d431df5d7f14', '', 2, NULL, NULL, 1700000015, 3547636843);
INSERT INTO public.events VALUES (1, 26, 'decided', NULL, '3fdba35f04dc8c46', '6', NULL, NULL, NULL, 1700000016.25, 293135143);
INSERT INTO public.events VALUES (1, 27, 'rewarded', 26, '', '6', 0, NULL, NULL, 1700000016.25, 3807849699);
INSERT INTO public.events VALUES (1, 28, 'decided', NULL, '8527a891e2241369', '7', NULL, NULL, NULL, 1700000017.5, 692744880);
INSERT INTO public.events VALUES (1, 29, 'rewarded', 28, '', '7', 0, NULL, NULL, 1700000017.5, 2910565713);
INSERT INTO public.events VALUES (1, 30, 'decided', NULL, 'e629fa6598d73276', '4', NULL, NULL, NULL, 1700000018.75, 3774320508);
INSERT INTO public.events VALUES (1, 31, 'rewarded', 30, '', '4', 1, NULL, NULL, 1700000018.75, 3490063342);
INSERT INTO public.events VALUES (1, 32, 'decided', NULL, 'b17ef6d19c7a5b1e', '4', NULL, NULL, NULL, 1700000020, 3843756018);
INSERT INTO public.events VALUES (1, 33, 'rewarded', 32, '', '4', 1, NULL, NULL, 1700000020, 262184777);
INSERT INTO public.events VALUES (1, 34, 'decided', NULL, '4523540f1504cd17', '4', NULL, NULL, NULL, 1700000021.25, 2325794517);
INSERT INTO public.events VALUES (1, 35, 'rewarded', 34, '', '4', 1, NULL, NULL, 1700000021.25, 1258704440);
INSERT INTO public.events VALUES (1, 36, 'decided', NULL, '4ec9599fc203d176', '4', NULL, NULL, NULL, 1700000022.5, 3072340331);
INSERT INTO public.events VALUES (1, 37, 'rewarded', 36, '', '4', 0, NULL, NULL, 1700000022.5, 2588521999);
INSERT INTO public.events VALUES (1, 38, 'retired', NULL, '9400f1b21cb527d7', '2', NULL, NULL, NULL, 1700000022.5, 313161906);
INSERT INTO public.events VALUES (1, 39, 'decided', NULL, 'f5ca38f748a1d6ea', '4', NULL, NULL, NULL, 1700000023.75, 1516706437);
INSERT INTO public.events VALUES (1, 40, 'rewarded', 39, '', '4', 1, NULL, NULL, 1700000023.75, 2411303802);
INSERT INTO public.events VALUES (1, 41, 'decided', NULL, '6f4b6612125fb3a0', '4', NULL, NULL, NULL, 1700000025, 2639263695);
INSERT INTO public.events VALUES (1, 42, 'rewarded', 41, '', '4', 1, NULL, NULL, 1700000025, 1601258938);
INSERT INTO public.events VALUES (1, 43, 'decided', NULL, '785f3ec7eb32f30b', '4', NULL, NULL, NULL, 1700000026.25, 2331321095);
INSERT INTO public.events VALUES (1, 44, 'rewarded', 43, '', '4', 1, NULL, NULL, 1700000026.25, 2027099646);
INSERT INTO public.events VALUES (1, 45, 'decided', NULL, '535fa30d7e25dd8a', '4', NULL, NULL, NULL, 1700000027.5, 3839356612);
INSERT INTO public.events VALUES (1, 46, 'rewarded', 45, '', '4', 1, NULL, NULL, 1700000027.5, 652717523);
INSERT INTO public.events VALUES (1, 47, 'decided', NULL, 'c2356069e9d1e79c', '4', NULL, NULL, NULL, 1700000028.75, 1299527695);
INSERT INTO public.events VALUES (1, 48, 'rewarded', 47, '', '4', 0, NULL, NULL, 1700000028.75, 2552811221);
INSERT INTO public.events VALUES (1, 49, 'decided', NULL, 'b7a56873cd771f2c', '4', NULL, NULL, NULL, 1700000030, 2001481316);
INSERT INTO public.events VALUES (1, 50, 'rewarded', 49, '', '4', 1, NULL, NULL, 1700000030, 2193446575);
INSERT INTO public.events VALUES (1, 51, 'decided', NULL, '5f9c4ab08cac7457', '4', NULL, NULL, 'request ü 7', 1700000030, 143876262);
INSERT INTO public.events VALUES (2, 1, 'decided', NULL, '670671cd97404156', '2', NULL, NULL, 'visit 0', 1700000030, 2234772759);
INSERT INTO public.events VALUES (2, 2, 'decided', NULL, '59e19706d51d39f6', '0', NULL, NULL, 'visit 1', 1700000030, 195878977);
INSERT INTO public.events VALUES (2, 3, 'decided', NULL, '35135aaa6cc23891', '9', NULL, NULL, 'visit 2', 1700000030, 3699050815);
INSERT INTO public.events VALUES (2, 4, 'decided', NULL, '624b60c58c9d8bfb', '8', NULL, NULL, 'visit 3', 1700000030, 2715233531);
INSERT INTO public.events VALUES (2, 5, 'decided', NULL, 'eb1e33e8a81b697b', '3', NULL, NULL, 'visit 4', 1700000030, 2417694295);
INSERT INTO public.events VALUES (2, 6, 'decided', NULL, 'e29c9c180c6279b0', '9', NULL, NULL, 'visit 5', 1700000030, 2241814261);
INSERT INTO public.events VALUES (2, 7, 'decided', NULL, 'c6f3ac57944a5314', '7', NULL, NULL, 'visit 6', 1700000030, 2242042309);
INSERT INTO public.events VALUES (2, 8, 'decided', NULL, '86e5014965866131', '4', NULL, NULL, 'visit 7', 1700000030, 681119734);
INSERT INTO public.events VALUES (2, 9, 'decided', NULL, '9f14025af0065b30', '0', NULL, NULL, 'visit 8', 1700000030, 393012302);
INSERT INTO public.events VALUES (2, 10, 'decided', NULL, '76a50887d8f1c2e9', '5', NULL, NULL, 'visit 9', 1700000030, 1379116711);
INSERT INTO public.events VALUES (2, 11, 'rewarded', 8, '', '4', 3, NULL, NULL, 1700000090, 3315275552);
INSERT INTO public.events VALUES (2, 12, 'rewarded', 3, '', '9', -0.5, NULL, NULL, 1700000090, 4057693458);
INSERT INTO public.events VALUES (2, 13, 'rewarded', 6, '', '9', 3, NULL, NULL, 1700000090, 4028960645);
INSERT INTO public.events VALUES (2, 14, 'decided', NULL, '7a61b53701befdae', '1', NULL, NULL, NULL, 1700000091.25, 4210994606);
INSERT INTO public.events VALUES (2, 15, 'rewarded', 14, '', '1', 0, NULL, NULL, 1700000091.25, 4172525229);
INSERT INTO public.events VALUES (2, 16, 'decided', NULL, 'aea92132c4cbeb26', '5', NULL, NULL, NULL, 1700000092.5, 3772710241);
INSERT INTO public.events VALUES (2, 17, 'rewarded', 16, '', '5', 1, NULL, NULL, 1700000092.5, 1182136142);
INSERT INTO public.events VALUES (2, 18, 'decided', NULL, '0b918943df0962bc', '11', NULL, NULL, NULL, 1700000093.75, 1997928227);
INSERT INTO public.events VALUES (2, 19, 'rewarded', 18, '', '11', 1, NULL, NULL, 1700000093.75, 4290270648);
INSERT INTO public.events VALUES (2, 20, 'decided', NULL, 'd59eced1ded07f84', '1', NULL, NULL, NULL, 1700000095, 2422746162);
INSERT INTO public.events VALUES (2, 21, 'rewarded', 20, '', '1', 0, NULL, NULL, 1700000095, 1781039174);
INSERT INTO public.events VALUES (2, 22, 'decided', NULL, '3d914f9348c9cc0f', '6', NULL, NULL, NULL, 1700000096.25, 1660239338);
INSERT INTO public.events VALUES (2, 23, 'rewarded', 22, '', '6', 1, NULL, NULL, 1700000096.25, 4109934920);
INSERT INTO public.events VALUES (2, 24, 'decided', NULL, '73475cb40a568e8d', '10', NULL, NULL, NULL, 1700000097.5, 1975069744);
INSERT INTO public.events VALUES (2, 25, 'rewarded', 24, '', '10', 1, NULL, NULL, 1700000097.5, 2376186976);
INSERT INTO public.events VALUES (2, 26, 'decided', NULL, '44cb730c420480a0', '11', NULL, NULL, NULL, 1700000098.75, 1467094900);
INSERT INTO public.events VALUES (2, 27, 'rewarded', 26, '', '11', 1, NULL, NULL, 1700000098.75, 3756643096);
INSERT INTO public.events VALUES (2, 28, 'decided', NULL, '71ee45a3c0db9a98', '3', NULL, NULL, NULL, 1700000100, 1479910355);
INSERT INTO public.events VALUES (2, 29, 'rewarded', 28, '', '3', 1, NULL, NULL, 1700000100, 4276140686);
INSERT INTO public.events VALUES (2, 30, 'decided', NULL, '811786ad1ae74adf', '5', NULL, NULL, NULL, 1700000101.25, 3957361021);
INSERT INTO public.events VALUES (2, 31, 'rewarded', 30, '', '5', 0, NULL, NULL, 1700000101.25, 158888414);
INSERT INTO public.events VALUES (2, 32, 'decided', NULL, '25fc0e7096fc6537', '10', NULL, NULL, NULL, 1700000102.5, 146550532);
INSERT INTO public.events VALUES (2, 33, 'rewarded', 32, '', '10', 1, NULL, NULL, 1700000102.5, 4162935790);
INSERT INTO public.events VALUES (2, 34, 'decided', NULL, '31489056e0916d59', '10', NULL, NULL, NULL, 1700000103.75, 2574724519);
INSERT INTO public.events VALUES (2, 35, 'rewarded', 34, '', '10', 1, NULL, NULL, 1700000103.75, 1531744639);
INSERT INTO public.events VALUES (2, 36, 'decided', NULL, '98010bd9270f9b10', '11', NULL, NULL, NULL, 1700000105, 2195095015);
INSERT INTO public.events VALUES (2, 37, 'rewarded', 36, '', '11', 1, NULL, NULL, 1700000105, 3927458754);
INSERT INTO public.events VALUES (2, 38, 'decided', NULL, '0e17daca5f3e175f', '3', NULL, NULL, NULL, 1700000106.25, 3202610913);
INSERT INTO public.events VALUES (2, 39, 'rewarded', 38, '', '3', 1, NULL, NULL, 1700000106.25, 294567126);
INSERT INTO public.events VALUES (2, 40, 'decided', NULL, '1a6562590ef19d10', '3', NULL, NULL, NULL, 1700000107.5, 2961320821);
INSERT INTO public.events VALUES (2, 41, 'rewarded', 40, '', '3', 0, NULL, NULL, 1700000107.5, 3487861554);
INSERT INTO public.events VALUES (2, 42, 'decided', NULL, '031b4af5197ec30a', '9', NULL, NULL, NULL, 1700000108.75, 2807203224);
INSERT INTO public.events VALUES (2, 43, 'rewarded', 42, '', '9', 0, NULL, NULL, 1700000108.75, 414022086);
INSERT INTO public.events VALUES (2, 44, 'decided', NULL, '41cfc0d1f2d127b0', '6', NULL, NULL, NULL, 1700000110, 3173177812);
INSERT INTO public.events VALUES (2, 45, 'rewarded', 44, '', '6', 0, NULL, NULL, 1700000110, 2063602541);
INSERT INTO public.events VALUES (2, 46, 'decided', NULL, '2858dcd1057d3eae', '4', NULL, NULL, NULL, 1700000111.25, 3405665330);
INSERT INTO public.events VALUES (2, 47, 'rewarded', 46, '', '4', 1, NULL, NULL, 1700000111.25, 483563686);
INSERT INTO public.events VALUES (2, 48, 'decided', NULL, '2fca346db6561871', '1', NULL, NULL, NULL, 1700000112.5, 1092368109);
INSERT INTO public.events VALUES (2, 49, 'rewarded', 48, '', '1', 0, NULL, NULL, 1700000112.5, 2249430941);
INSERT INTO public.events VALUES (2, 50, 'decided', NULL, '02d20bbd7e394ad5', '5', NULL, NULL, NULL, 1700000113.75, 2369636785);
INSERT INTO public.events VALUES (2, 51, 'rewarded', 50, '', '5', 0, NULL, NULL, 1700000113.75, 2508730772);
INSERT INTO public.events VALUES (2, 52, 'decided', NULL, '7688b6ef52555962', '7', NULL, NULL, NULL, 1700000115, 2537148561);
INSERT INTO public.events VALUES (2, 53, 'rewarded', 52, '', '7', 1, NULL, NULL, 1700000115, 1293151536);
INSERT INTO public.events VALUES (2, 54, 'decided', NULL, 'c837649cce43f272', '1', NULL, NULL, NULL, 1700000116.25, 3362039203);
INSERT INTO public.events VALUES (2, 55, 'rewarded', 54, '', '1', 1, NULL, NULL, 1700000116.25, 4076699177);
INSERT INTO public.events VALUES (2, 56, 'decided', NULL, '6208ef0f7750c111', '2', NULL, NULL, NULL, 1700000117.5, 2949993935);
INSERT INTO public.events VALUES (2, 57, 'rewarded', 56, '', '2', 1, NULL, NULL, 1700000117.5, 1486270994);
INSERT INTO public.events VALUES (2, 58, 'decided', NULL, '3e1e967e9b793e90', '3', NULL, NULL, NULL, 1700000118.75, 1215372536);
INSERT INTO public.events VALUES (2, 59, 'rewarded', 58, '', '3', 1, NULL, NULL, 1700000118.75, 1265831080);
INSERT INTO public.events VALUES (2, 60, 'decided', NULL, '39fa9ec190eee7b6', '8', NULL, NULL, NULL, 1700000120, 500334239);
INSERT INTO public.events VALUES (2, 61, 'rewarded', 60, '', '8', 0, NULL, NULL, 1700000120, 3713888652);
INSERT INTO public.events VALUES (2, 62, 'decided', NULL, 'd029fa3a95e174a1', '0', NULL, NULL, NULL, 1700000121.25, 2201623196);
INSERT INTO public.events VALUES (2, 63, 'rewarded', 62, '', '0', 0, NULL, NULL, 1700000121.25, 574967509);
INSERT INTO public.events VALUES (2, 64, 'decided', NULL, '81b8a03f97e8787c', '7', NULL, NULL, NULL, 1700000122.5, 35872732);
INSERT INTO public.events VALUES (2, 65, 'rewarded', 64, '', '7', 0, NULL, NULL, 1700000122.5, 2219304857);
INSERT INTO public.events VALUES (2, 66, 'decided', NULL, 'da4ea2a5506f2693', '7', NULL, NULL, NULL, 1700000123.75, 1598852448);
INSERT INTO public.events VALUES (2, 67, 'rewarded', 66, '', '7', 0, NULL, NULL, 1700000123.75, 2431019101);
INSERT INTO public.events VALUES (2, 68, 'decided', NULL, 'a68b412c4282555f', '7', NULL, NULL, NULL, 1700000125, 503077511);
INSERT INTO public.events VALUES (2, 69, 'rewarded', 68, '', '7', 0, NULL, NULL, 1700000125, 3703788432);
INSERT INTO public.events VALUES (2, 70, 'decided', NULL, '108c995b953c8a35', '7', NULL, NULL, NULL, 1700000126.25, 3563761882);
INSERT INTO public.events VALUES (2, 71, 'rewarded', 70, '', '7', 0, NULL, NULL, 1700000126.25, 95389075);
INSERT INTO public.events VALUES (2, 72, 'decided', NULL, '3ada92f28b4ceda3', '0', NULL, NULL, NULL, 1700000127.5, 1036418249);
INSERT INTO public.events VALUES (2, 73, 'rewarded', 72, '', '0', 0, NULL, NULL, 1700000127.5, 2024643659);
INSERT INTO public.events VALUES (2, 74, 'decided', NULL, '49d180ecf5613281', '11', NULL, NULL, NULL, 1700000127.5, 2228811537);
INSERT INTO public.events VALUES (2, 75, 'decided', NULL, 'a21855da08cb102d', '7', NULL, NULL, NULL, 1700000127.5, 583268709);
INSERT INTO public.events VALUES (2, 76, 'decided', NULL, 'c75cb66ae28d8ebc', '3', NULL, NULL, NULL, 1700000127.5, 26170882);
INSERT INTO public.events VALUES (2, 77, 'decided', NULL, 'ff5a1ae012afa5d4', '2', NULL, NULL, NULL, 1700000127.5, 91642214);
INSERT INTO public.events VALUES (2, 78, 'expired', 1, '', '2', NULL, NULL, NULL, 1700000187.5, 4203150884);
INSERT INTO public.events VALUES (2, 79, 'expired', 2, '', '0', NULL, NULL, NULL, 1700000187.5, 3301277436);
INSERT INTO public.events VALUES (2, 80, 'expired', 4, '', '8', NULL, NULL, NULL, 1700000187.5, 989978438);
INSERT INTO public.events VALUES (2, 81, 'expired', 5, '', '3', NULL, NULL, NULL, 1700000187.5, 156337941);
INSERT INTO public.events VALUES (2, 82, 'expired', 7, '', '7', NULL, NULL, NULL, 1700000187.5, 2900247579);
INSERT INTO public.events VALUES (2, 83, 'expired', 9, '', '0', NULL, NULL, NULL, 1700000187.5, 670144354);
INSERT INTO public.events VALUES (2, 84, 'expired', 10, '', '5', NULL, NULL, NULL, 1700000187.5, 3384224808);
INSERT INTO public.events VALUES (2, 85, 'expired', 74, '', '11', NULL, NULL, NULL, 1700000187.5, 558873034);
INSERT INTO public.events VALUES (2, 86, 'expired', 75, '', '7', NULL, NULL, NULL, 1700000187.5, 3762299439);
INSERT INTO public.events VALUES (2, 87, 'expired', 76, '', '3', NULL, NULL, NULL, 1700000187.5, 3645046554);
INSERT INTO public.events VALUES (2, 88, 'expired', 77, '', '2', NULL, NULL, NULL, 1700000187.5, 623873117);
INSERT INTO public.events VALUES (2, 89, 'decided', NULL, '7f2253d7e228b22a', '7', NULL, NULL, NULL, 1700000187.5, 2756092229);
INSERT INTO public.events VALUES (2, 90, 'decided', NULL, '8722616204217edd', '4', NULL, NULL, NULL, 1700000187.5, 2667243820);
INSERT INTO public.events VALUES (2, 91, 'decided', NULL, '96061e92f58e4bdc', '6', NULL, NULL, NULL, 1700000187.5, 1971415018);
INSERT INTO public.events VALUES (2, 92, 'decided', NULL, 'eb624dbe56eb6620', '7', NULL, NULL, NULL, 1700000188.5, 2201967619);
INSERT INTO public.events VALUES (2, 93, 'rewarded', 92, '', '7', 0.3333333333333333, NULL, NULL, 1700000188.5, 1626555244);
INSERT INTO public.events VALUES (3, 1, 'decided', NULL, 'f369cb89fc627e66', '0,1,2', NULL, NULL, NULL, 1700000190.5, 2078141965);
INSERT INTO public.events VALUES (3, 2, 'rewarded', 1, '', '0,1,2', -1, NULL, NULL, 1700000190.5, 3195922899);
INSERT INTO public.events VALUES (3, 3, 'decided', NULL, 'f74efabef12ea619', '1,8,3', NULL, NULL, NULL, 1700000192.5, 3071068330);
INSERT INTO public.events VALUES (3, 4, 'rewarded', 3, '', '1,8,3', 1, NULL, NULL, 1700000192.5, 1890103583);
INSERT INTO public.events VALUES (3, 5, 'decided', NULL, 'a88a7902cb4ef697', '2,5,1', NULL, NULL, NULL, 1700000194.5, 2338642831);
INSERT INTO public.events VALUES (3, 6, 'rewarded', 5, '', '2,5,1', 2, NULL, NULL, 1700000194.5, 1221931126);
INSERT INTO public.events VALUES (3, 7, 'decided', NULL, '349c41201b62db85', '3,4,5', NULL, NULL, NULL, 1700000196.5, 1382994012);
INSERT INTO public.events VALUES (3, 8, 'rewarded', 7, '', '3,4,5', -1, NULL, NULL, 1700000196.5, 3097708837);
INSERT INTO public.events VALUES (3, 9, 'decided', NULL, '98a3ab7c340e8a03', '4,0,8', NULL, NULL, NULL, 1700000198.5, 3076684729);
INSERT INTO public.events VALUES (3, 10, 'rewarded', 9, '', '4,0,8', 0, NULL, NULL, 1700000198.5, 541320147);
INSERT INTO public.events VALUES (3, 11, 'decided', NULL, '48449a14a4ff7d79', '5,8,2', NULL, NULL, NULL, 1700000200.5, 3846962345);
INSERT INTO public.events VALUES (3, 12, 'rewarded', 11, '', '5,8,2', 1, NULL, NULL, 1700000200.5, 2530085117);
INSERT INTO public.events VALUES (3, 13, 'decided', NULL, '5316ca1c5ddca8e6', '6,8,7', NULL, NULL, NULL, 1700000202.5, 1527979475);
INSERT INTO public.events VALUES (3, 14, 'rewarded', 13, '', '6,8,7', -1, NULL, NULL, 1700000202.5, 1512745895);
INSERT INTO public.events VALUES (3, 15, 'decided', NULL, 'a46e37632fa6ca51', '7,5,2', NULL, NULL, NULL, 1700000204.5, 425047435);
INSERT INTO public.events VALUES (3, 16, 'rewarded', 15, '', '7,5,2', 0, NULL, NULL, 1700000204.5, 2528502483);
INSERT INTO public.events VALUES (3, 17, 'decided', NULL, 'bbb965ab0c80d653', '8,4,7', NULL, NULL, NULL, 1700000206.5, 2204568252);
INSERT INTO public.events VALUES (3, 18, 'rewarded', 17, '', '8,4,7', 0, NULL, NULL, 1700000206.5, 1816309855);
INSERT INTO public.events VALUES (3, 19, 'decided', NULL, '44c8031cb036a735', '8,4,7', NULL, NULL, NULL, 1700000208.5, 3867534223);
INSERT INTO public.events VALUES (3, 20, 'rewarded', 19, '', '8,4,7', -1, NULL, NULL, 1700000208.5, 3201440950);
INSERT INTO public.events VALUES (3, 21, 'decided', NULL, 'b4944c6ff08dc6f4', '8,1,4', NULL, NULL, NULL, 1700000210.5, 2702989967);
INSERT INTO public.events VALUES (3, 22, 'rewarded', 21, '', '8,1,4', 2, NULL, NULL, 1700000210.5, 1708435615);
INSERT INTO public.events VALUES (3, 23, 'decided', NULL, '434c9b5ae514646b', '8,4,7', NULL, NULL, NULL, 1700000212.5, 1832626187);
INSERT INTO public.events VALUES (3, 24, 'rewarded', 23, '', '8,4,7', 0, NULL, NULL, 1700000212.5, 493016373);
INSERT INTO public.events VALUES (3, 25, 'decided', NULL, 'bdd2d3af3a5a1213', '8,4,7', NULL, NULL, NULL, 1700000214.5, 1732526807);
INSERT INTO public.events VALUES (3, 26, 'rewarded', 25, '', '8,4,7', -1, NULL, NULL, 1700000214.5, 9023573);
INSERT INTO public.events VALUES (3, 27, 'decided', NULL, '8b940be7fb78aaa6', '8,4,1', NULL, NULL, NULL, 1700000216.5, 4028244491);
INSERT INTO public.events VALUES (3, 28, 'rewarded', 27, '', '8,4,1', 1, NULL, NULL, 1700000216.5, 3311473625);
INSERT INTO public.events VALUES (3, 29, 'decided', NULL, 'cd70bea023f752a0', '4,8,7', NULL, NULL, NULL, 1700000218.5, 2827116124);
INSERT INTO public.events VALUES (3, 30, 'rewarded', 29, '', '4,8,7', 2, NULL, NULL, 1700000218.5, 207144959);
INSERT INTO public.events VALUES (3, 31, 'decided', NULL, '69f59c273b6e669a', '4,7,8', NULL, NULL, NULL, 1700000220.5, 198987565);
INSERT INTO public.events VALUES (3, 32, 'rewarded', 31, '', '4,7,8', -1, NULL, NULL, 1700000220.5, 646161119);
INSERT INTO public.events VALUES (3, 33, 'decided', NULL, '1da51b8d8ff98f6a', '4,8,7', NULL, NULL, NULL, 1700000222.5, 935334753);
INSERT INTO public.events VALUES (3, 34, 'rewarded', 33, '', '4,8,7', 0, NULL, NULL, 1700000222.5, 4037844014);
INSERT INTO public.events VALUES (3, 35, 'decided', NULL, '8241649609f88ccd', '4,8,7', NULL, NULL, NULL, 1700000224.5, 3783261500);
INSERT INTO public.events VALUES (3, 36, 'rewarded', 35, '', '4,8,7', 1, NULL, NULL, 1700000224.5, 1130370159);
INSERT INTO public.events VALUES (3, 37, 'decided', NULL, '6e4001871c0cf27c', '8,4,7', NULL, NULL, NULL, 1700000226.5, 672859965);
INSERT INTO public.events VALUES (3, 38, 'rewarded', 37, '', '8,4,7', -1, NULL, NULL, 1700000226.5, 529662150);
INSERT INTO public.events VALUES (3, 39, 'decided', NULL, 'e3d6c4d4599e0088', '8,4,7', NULL, NULL, NULL, 1700000228.5, 2465027126);
INSERT INTO public.events VALUES (3, 40, 'rewarded', 39, '', '8,4,7', 0, NULL, NULL, 1700000228.5, 2140967343);
INSERT INTO public.events VALUES (3, 41, 'decided', NULL, 'ad48ff99415b2f00', '8,4', NULL, NULL, NULL, 1700000228.5, 45832665);
INSERT INTO public.events VALUES (4, 1, 'decided', NULL, '7b1a278f5abe8e9d', '4', NULL, NULL, NULL, 1700000229.75, 1344789453);
INSERT INTO public.events VALUES (4, 2, 'rewarded', 1, '', '4', 0, 1.5, NULL, 1700000229.75, 1700132038);
INSERT INTO public.events VALUES (4, 3, 'decided', NULL, 'd6d824abba4afde8', '0', NULL, NULL, NULL, 1700000231, 3463812372);
INSERT INTO public.events VALUES (4, 4, 'rewarded', 3, '', '0', 0, 1.5, NULL, 1700000231, 1818199703);
INSERT INTO public.events VALUES (4, 5, 'decided', NULL, '29db0c6782dbd500', '0', NULL, NULL, NULL, 1700000232.25, 4098099802);
INSERT INTO public.events VALUES (4, 6, 'rewarded', 5, '', '0', 0, 1.5, NULL, 1700000232.25, 224221026);
INSERT INTO public.events VALUES (4, 7, 'decided', NULL, '8c1f1046219ddd21', '4', NULL, NULL, NULL, 1700000233.5, 2763548841);
INSERT INTO public.events VALUES (4, 8, 'rewarded', 7, '', '4', 0, 1.5, NULL, 1700000233.5, 642602347);
INSERT INTO public.events VALUES (4, 9, 'decided', NULL, 'ad57366865126e55', '1', NULL, NULL, NULL, 1700000234.75, 4211128895);
INSERT INTO public.events VALUES (4, 10, 'rewarded', 9, '', '1', 0, 1.5, NULL, 1700000234.75, 2518670546);
INSERT INTO public.events VALUES (4, 11, 'decided', NULL, '16dc368a89b428b2', '0', NULL, NULL, NULL, 1700000236, 3948359579);
INSERT INTO public.events VALUES (4, 12, 'rewarded', 11, '', '0', 0, 1.5, NULL, 1700000236, 830893567);
INSERT INTO public.events VALUES (4, 13, 'decided', NULL, '37834f2f25762f23', '3', NULL, NULL, NULL, 1700000237.25, 3070785788);
INSERT INTO public.events VALUES (4, 14, 'rewarded', 13, '', '3', 0, 1.5, NULL, 1700000237.25, 816216081);
INSERT INTO public.events VALUES (4, 15, 'decided', NULL, '454f63ac30c83229', '3', NULL, NULL, NULL, 1700000238.5, 1998281511);
INSERT INTO public.events VALUES (4, 16, 'rewarded', 15, '', '3', 1, 1.5, NULL, 1700000238.5, 2080150284);
INSERT INTO public.events VALUES (4, 17, 'decided', NULL, '5ef6fdf32513aa7c', '2', NULL, NULL, NULL, 1700000239.75, 25404529);
INSERT INTO public.events VALUES (4, 18, 'rewarded', 17, '', '2', 0, 1.5, NULL, 1700000239.75, 773438545);
INSERT INTO public.events VALUES (4, 19, 'decided', NULL, '1253e9373e781b75', '3', NULL, NULL, NULL, 1700000241, 2082755853);
INSERT INTO public.events VALUES (4, 20, 'rewarded', 19, '', '3', 1, 1.5, NULL, 1700000241, 1581553643);
INSERT INTO public.events VALUES (4, 21, 'decided', NULL, '482d9673cfee5de3', '3', NULL, NULL, NULL, 1700000242.25, 1007881494);
INSERT INTO public.events VALUES (4, 22, 'rewarded', 21, '', '3', 0, 1.5, NULL, 1700000242.25, 2642611943);
INSERT INTO public.events VALUES (4, 23, 'decided', NULL, '3346f2bbf6c34bd2', '3', NULL, NULL, NULL, 1700000243.5, 347100423);
INSERT INTO public.events VALUES (4, 24, 'rewarded', 23, '', '3', 0, 1.5, NULL, 1700000243.5, 2625893031);
INSERT INTO public.events VALUES (4, 25, 'decided', NULL, '9537f32ec7599e1a', '3', NULL, NULL, NULL, 1700000244.75, 613156337);
INSERT INTO public.events VALUES (4, 26, 'rewarded', 25, '', '3', 1, 1.5, NULL, 1700000244.75, 3694693469);
INSERT INTO public.events VALUES (4, 27, 'decided', NULL, '0fd42b3f73c448b3', '3', NULL, NULL, NULL, 1700000246, 815073306);
INSERT INTO public.events VALUES (4, 28, 'rewarded', 27, '', '3', 0, 1.5, NULL, 1700000246, 2379690965);
INSERT INTO public.events VALUES (4, 29, 'decided', NULL, '9bdb2af6799204a2', '3', NULL, NULL, NULL, 1700000247.25, 1673664964);
INSERT INTO public.events VALUES (4, 30, 'rewarded', 29, '', '3', 0, 1.5, NULL, 1700000247.25, 2598644815);
INSERT INTO public.events VALUES (4, 31, 'decided', NULL, 'f6e0a1e2ac41945a', '1', NULL, NULL, NULL, 1700000247.25, 3233207958);
INSERT INTO public.events VALUES (4, 32, 'rewarded', 31, '', '1', 0.25, 0.1, NULL, 1700000247.25, 3456786642);
INSERT INTO public.events VALUES (5, 1, 'decided', NULL, 'b1556dea32e9d0cd', '894', NULL, NULL, NULL, 1700000248.5, 2614578110);
INSERT INTO public.events VALUES (5, 2, 'rewarded', 1, '', '894', 0, NULL, NULL, 1700000248.5, 4118824418);
INSERT INTO public.events VALUES (5, 3, 'decided', NULL, '6c658ee83fb7e812', '851', NULL, NULL, NULL, 1700000249.75, 1911058078);
INSERT INTO public.events VALUES (5, 4, 'rewarded', 3, '', '851', 0, NULL, NULL, 1700000249.75, 2302316096);
INSERT INTO public.events VALUES (5, 5, 'decided', NULL, '9f1f9dce319c4700', '864', NULL, NULL, NULL, 1700000251, 1539543279);
INSERT INTO public.events VALUES (5, 6, 'rewarded', 5, '', '864', 0, NULL, NULL, 1700000251, 1664097750);
INSERT INTO public.events VALUES (5, 7, 'decided', NULL, '28dae7c8bde2f3ca', '523', NULL, NULL, NULL, 1700000252.25, 3990597966);
INSERT INTO public.events VALUES (5, 8, 'rewarded', 7, '', '523', 0, NULL, NULL, 1700000252.25, 2310243193);
INSERT INTO public.events VALUES (5, 9, 'decided', NULL, 'e5b861a6d8a966df', '894', NULL, NULL, NULL, 1700000253.5, 644646562);
INSERT INTO public.events VALUES (5, 10, 'rewarded', 9, '', '894', 0, NULL, NULL, 1700000253.5, 1656192754);
INSERT INTO public.events VALUES (5, 11, 'decided', NULL, '2ac878b0e2180616', '864', NULL, NULL, NULL, 1700000254.75, 3433397649);
INSERT INTO public.events VALUES (5, 12, 'rewarded', 11, '', '864', 0, NULL, NULL, 1700000254.75, 2664057329);
INSERT INTO public.events VALUES (5, 13, 'decided', NULL, '85daaf6f7055cd57', '523', NULL, NULL, NULL, 1700000256, 2169164599);
INSERT INTO public.events VALUES (5, 14, 'rewarded', 13, '', '523', 0, NULL, NULL, 1700000256, 414721378);
INSERT INTO public.events VALUES (5, 15, 'decided', NULL, '3038bfb575bee6a0', '851', NULL, NULL, NULL, 1700000257.25, 1228079168);
INSERT INTO public.events VALUES (5, 16, 'rewarded', 15, '', '851', 1, NULL, NULL, 1700000257.25, 964504522);
INSERT INTO public.events VALUES (5, 17, 'decided', NULL, '2abaca4911e68fa9', '851', NULL, NULL, NULL, 1700000258.5, 1884834071);
INSERT INTO public.events VALUES (5, 18, 'rewarded', 17, '', '851', 1, NULL, NULL, 1700000258.5, 1678875050);
INSERT INTO public.events VALUES (5, 19, 'decided', NULL, '89aa1e580023722d', '851', NULL, NULL, NULL, 1700000259.75, 4226394883);
INSERT INTO public.events VALUES (5, 20, 'rewarded', 19, '', '851', 1, NULL, NULL, 1700000259.75, 2230066052);
INSERT INTO public.events VALUES (5, 21, 'decided', NULL, '1be00341082e25c4', '851', NULL, NULL, NULL, 1700000261, 1643948369);
INSERT INTO public.events VALUES (5, 22, 'rewarded', 21, '', '851', 1, NULL, NULL, 1700000261, 1608389682);
INSERT INTO public.events VALUES (5, 23, 'decided', NULL, 'a665a45920422f9d', '851', NULL, NULL, NULL, 1700000262.25, 544282378);
INSERT INTO public.events VALUES (5, 24, 'rewarded', 23, '', '851', 0, NULL, NULL, 1700000262.25, 1226218117);
INSERT INTO public.events VALUES (5, 25, 'decided', NULL, '6affdae3b3c1aa6a', '851', NULL, NULL, NULL, 1700000263.5, 1102066853);
INSERT INTO public.events VALUES (5, 26, 'rewarded', 25, '', '851', 1, NULL, NULL, 1700000263.5, 2226223176);
INSERT INTO public.events VALUES (5, 27, 'decided', NULL, '0f8ef3377b30fc47', '851', NULL, NULL, NULL, 1700000264.75, 4140977301);
INSERT INTO public.events VALUES (5, 28, 'rewarded', 27, '', '851', 1, NULL, NULL, 1700000264.75, 3855395020);
INSERT INTO public.events VALUES (5, 29, 'decided', NULL, '65a699905c026193', '851', NULL, NULL, NULL, 1700000266, 1845805748);
INSERT INTO public.events VALUES (5, 30, 'rewarded', 29, '', '851', 0, NULL, NULL, 1700000266, 342960731);
INSERT INTO public.events VALUES (5, 31, 'decided', NULL, '922c7954216ccfe7', '851', NULL, NULL, NULL, 1700000267.25, 3555799880);
INSERT INTO public.events VALUES (5, 32, 'rewarded', 31, '', '851', 1, NULL, NULL, 1700000267.25, 1777499693);
INSERT INTO public.events VALUES (5, 33, 'decided', NULL, '2747b7c718564ba5', '851', NULL, NULL, NULL, 1700000268.5, 1031230529);
INSERT INTO public.events VALUES (5, 34, 'rewarded', 33, '', '851', 0, NULL, NULL, 1700000268.5, 1193471591);
INSERT INTO public.events VALUES (5, 35, 'decided', NULL, '6566230e3a3ce377', '851', NULL, NULL, NULL, 1700000269.75, 3371006789);
INSERT INTO public.events VALUES (5, 36, 'rewarded', 35, '', '851', 1, NULL, NULL, 1700000269.75, 671836414);
INSERT INTO public.events VALUES (5, 37, 'decided', NULL, '38d66d9692ac5900', '851', NULL, NULL, NULL, 1700000271, 3879996420);
INSERT INTO public.events VALUES (5, 38, 'rewarded', 37, '', '851', 0, NULL, NULL, 1700000271, 152565723);
INSERT INTO public.events VALUES (5, 39, 'decided', NULL, 'eeca91fd439b6d5e', '851', NULL, NULL, NULL, 1700000272.25, 1159558827);
INSERT INTO public.events VALUES (5, 40, 'rewarded', 39, '', '851', 1, NULL, NULL, 1700000272.25, 2602740272);
INSERT INTO public.events VALUES (5, 41, 'retired', NULL, 'dbb1ded63bc70732', '851', NULL, NULL, NULL, 1700000272.25, 658739610);
INSERT INTO public.events VALUES (5, 42, 'added', NULL, 'd2f483672c0239f6', '', 24, NULL, NULL, 1700000272.25, 956712077);
INSERT INTO public.events VALUES (5, 43, 'decided', NULL, '5d389f5e2e34c6b0', '791', NULL, NULL, NULL, 1700000273.5, 2654112222);
INSERT INTO public.events VALUES (5, 44, 'rewarded', 43, '', '791', 1, NULL, NULL, 1700000273.5, 1017439409);
INSERT INTO public.events VALUES (5, 45, 'decided', NULL, '13671077b66a2987', '791', NULL, NULL, NULL, 1700000274.75, 1672847332);
INSERT INTO public.events VALUES (5, 46, 'rewarded', 45, '', '791', 0, NULL, NULL, 1700000274.75, 1930240630);
INSERT INTO public.events VALUES (5, 47, 'decided', NULL, '36ebe205bcdfc499', '791', NULL, NULL, NULL, 1700000276, 116704766);
INSERT INTO public.events VALUES (5, 48, 'rewarded', 47, '', '791', 0, NULL, NULL, 1700000276, 2650897958);
INSERT INTO public.events VALUES (5, 49, 'decided', NULL, 'd80eae6e96d148b3', '791', NULL, NULL, NULL, 1700000277.25, 470635227);
INSERT INTO public.events VALUES (5, 50, 'rewarded', 49, '', '791', 1, NULL, NULL, 1700000277.25, 2966778142);
INSERT INTO public.events VALUES (5, 51, 'decided', NULL, 'd6a4031733610bb0', '791', NULL, NULL, NULL, 1700000278.5, 3781588264);
INSERT INTO public.events VALUES (5, 52, 'rewarded', 51, '', '791', 1, NULL, NULL, 1700000278.5, 4043781969);
INSERT INTO public.events VALUES (5, 53, 'decided', NULL, '8d27ba37c5d81010', '791', NULL, NULL, NULL, 1700000279.75, 2140054093);
INSERT INTO public.events VALUES (5, 54, 'rewarded', 53, '', '791', 1, NULL, NULL, 1700000279.75, 1862362873);
INSERT INTO public.events VALUES (5, 55, 'decided', NULL, 'dbae772db29058a8', '791', NULL, NULL, NULL, 1700000281, 1610083091);
INSERT INTO public.events VALUES (5, 56, 'rewarded', 55, '', '791', 0, NULL, NULL, 1700000281, 3700451895);
INSERT INTO public.events VALUES (5, 57, 'decided', NULL, '2c7d5490e6050836', '791', NULL, NULL, NULL, 1700000282.25, 2104144927);
INSERT INTO public.events VALUES (5, 58, 'rewarded', 57, '', '791', 1, NULL, NULL, 1700000282.25, 68194098);
INSERT INTO public.events VALUES (5, 59, 'decided', NULL, 'd4ee9f58e5860574', '791', NULL, NULL, NULL, 1700000283.5, 311615928);
INSERT INTO public.events VALUES (5, 60, 'rewarded', 59, '', '791', 1, NULL, NULL, 1700000283.5, 3610060536);
INSERT INTO public.events VALUES (5, 61, 'decided', NULL, 'd6f0c71ef0c88e45', '791', NULL, NULL, NULL, 1700000284.75, 3641900324);
INSERT INTO public.events VALUES (5, 62, 'rewarded', 61, '', '791', 1, NULL, NULL, 1700000284.75, 588924913);
INSERT INTO public.events VALUES (6, 1, 'decided', NULL, '5ec1a0c99d428601', '0', NULL, NULL, NULL, 1700000286, 2379898606);
INSERT INTO public.events VALUES (6, 2, 'rewarded', 1, '', '0', 0, NULL, NULL, 1700000286, 1750772251);
INSERT INTO public.events VALUES (6, 3, 'decided', NULL, 'be47addbcb8f6056', '1', NULL, NULL, NULL, 1700000287.25, 2582147238);
INSERT INTO public.events VALUES (6, 4, 'rewarded', 3, '', '1', 1, NULL, NULL, 1700000287.25, 103138232);
INSERT INTO public.events VALUES (6, 5, 'decided', NULL, '0a5b046d07f6f971', '2', NULL, NULL, NULL, 1700000288.5, 1644310834);
INSERT INTO public.events VALUES (6, 6, 'rewarded', 5, '', '2', 1, NULL, NULL, 1700000288.5, 3980909433);
INSERT INTO public.events VALUES (6, 7, 'decided', NULL, '1d28c120568c10e1', '3', NULL, NULL, NULL, 1700000289.75, 1556232056);
INSERT INTO public.events VALUES (6, 8, 'rewarded', 7, '', '3', 0, NULL, NULL, 1700000289.75, 4270966261);
INSERT INTO public.events VALUES (6, 9, 'decided', NULL, 'ec2e990b934dde55', '4', NULL, NULL, NULL, 1700000291, 4221688725);
INSERT INTO public.events VALUES (6, 10, 'rewarded', 9, '', '4', 1, NULL, NULL, 1700000291, 1362551518);
INSERT INTO public.events VALUES (6, 11, 'decided', NULL, '05ada863a4cf9660', '5', NULL, NULL, NULL, 1700000292.25, 3711393983);
INSERT INTO public.events VALUES (6, 12, 'rewarded', 11, '', '5', 1, NULL, NULL, 1700000292.25, 3212053791);
INSERT INTO public.events VALUES (6, 13, 'decided', NULL, '9ae2bdd7beedc2e7', '6', NULL, NULL, NULL, 1700000293.5, 1934548433);
INSERT INTO public.events VALUES (6, 14, 'rewarded', 13, '', '6', 0, NULL, NULL, 1700000293.5, 3346638261);
INSERT INTO public.events VALUES (6, 15, 'decided', NULL, '8e612bd1f5d132a3', '7', NULL, NULL, NULL, 1700000294.75, 2564374227);
INSERT INTO public.events VALUES (6, 16, 'rewarded', 15, '', '7', 1, NULL, NULL, 1700000294.75, 1702369165);
INSERT INTO public.events VALUES (6, 17, 'decided', NULL, '043066daf2109523', '7', NULL, NULL, NULL, 1700000296, 2309245700);
INSERT INTO public.events VALUES (6, 18, 'rewarded', 17, '', '7', 1, NULL, NULL, 1700000296, 4250090195);
INSERT INTO public.events VALUES (6, 19, 'decided', NULL, '620c9c332101a5ba', '7', NULL, NULL, NULL, 1700000297.25, 3334052339);
INSERT INTO public.events VALUES (6, 20, 'rewarded', 19, '', '7', 0, NULL, NULL, 1700000297.25, 3361437701);
INSERT INTO public.events VALUES (6, 21, 'decided', NULL, '1d0ebea552eb43d0', '5', NULL, NULL, NULL, 1700000298.5, 4198079442);
INSERT INTO public.events VALUES (6, 22, 'rewarded', 21, '', '5', 1, NULL, NULL, 1700000298.5, 286040521);
INSERT INTO public.events VALUES (6, 23, 'decided', NULL, '210e3b160c355818', '5', NULL, NULL, NULL, 1700000299.75, 1983449472);
INSERT INTO public.events VALUES (6, 24, 'rewarded', 23, '', '5', 1, NULL, NULL, 1700000299.75, 752070632);
INSERT INTO public.events VALUES (6, 25, 'decided', NULL, '0fecf9247f3ddc84', '5', NULL, NULL, NULL, 1700000301, 2533916339);
INSERT INTO public.events VALUES (6, 26, 'rewarded', 25, '', '5', 0, NULL, NULL, 1700000301, 2375109434);
INSERT INTO public.events VALUES (6, 27, 'decided', NULL, 'c75de23d89df36ba', '4', NULL, NULL, NULL, 1700000302.25, 1422859588);
INSERT INTO public.events VALUES (6, 28, 'rewarded', 27, '', '4', 1, NULL, NULL, 1700000302.25, 1056554538);
INSERT INTO public.heads VALUES (5, 62, 1700000284.75, 588924913);
INSERT INTO public.heads VALUES (3, 41, 1700000228.5, 45832665);
INSERT INTO public.heads VALUES (6, 28, 1700000302.25, 1056554538);
INSERT INTO public.heads VALUES (1, 51, 1700000030, 143876262);
INSERT INTO public.heads VALUES (4, 32, 1700000247.25, 3456786642);
INSERT INTO public.heads VALUES (2, 93, 1700000188.5, 1626555244);
INSERT INTO public.names VALUES (1, 0, '["red", "green", "blue", "white", "black, or nearly", "grün"]');
INSERT INTO public.names VALUES (1, 6, '["violet", "orange"]');
INSERT INTO public.past VALUES (1, 0, 3, 10);
INSERT INTO public.past VALUES (1, 2, 8, 10);
INSERT INTO public.pending VALUES (1, 51, '5f9c4ab08cac7457', '4', 1700000030);
INSERT INTO public.pending VALUES (2, 89, '7f2253d7e228b22a', '7', 1700000187.5);
INSERT INTO public.pending VALUES (2, 90, '8722616204217edd', '4', 1700000187.5);
INSERT INTO public.pending VALUES (2, 91, '96061e92f58e4bdc', '6', 1700000187.5);
INSERT INTO public.pending VALUES (3, 41, 'ad48ff99415b2f00', '8,4', 1700000228.5);
INSERT INTO public.snapshots VALUES (1, 40, '\x78016d54db6ea33010fd15c43345bedbf40ff61b501f68425bb404670d49d546f9f79e194849d02263d9733933733cf6253fb769ece2903f67b9286529f222cbdf623a341344129b5d3c0dd3884d6d4491c96afe69a94bcc82a6f002c3be3bb76446aa22d345668acc16992b324feaf738b05ad1666afafe8b8cd91a1e372c286b786330302692284828cc129044c0c7507712844372f736880ee13d3492d940fb470925b74fcd27157cc9c729b5cd81f2944a78e9bd1655d05a2b6b8203ba942a549854105607a39409484a2aa382b4c219e9adf3c65b4971b1702a684fae410ae9b4be4523fa03221fe2b9dd53b8972b767ddba4a14d9c09f2e8398f5f76512b8a23ae08854dd9f556ee420ef3b1ca6642f3f1dfa9492d9fea836ea57d5d11fc786c076a88fa762aab7ab3226b18efbbe19deda1de0cb2f86cba69b160f89567136c1046d9ca4af0241cf846255a1be18d50c2042395ae021dad0789d2bb2084a8ac53d213194ada5019ab94af8caa84d3cecd119a89daef924f11cd47a9ad857317fd9fa8e3a9ef9926ea3fe0239947e2ef985cb8ddc5f14615457e8d898eb7a646ceffb6dcf5a2f42840946ef3910c1136243ffd19debaa19bbe560d617db4cd9180d105b81f737a4045ab71a863dfecf8c201703679227ee63b49fe5337f71a05dc0c5647461765d87cb05dd22737bea0287238314dcb7e381d5eb9736bdc2f6a7e6ee898f6b390f0f10250f6d2fdbe22aa2279c27bb3272c0da2f38f98ba6f7e9e244eff7afd01f15a1009');
INSERT INTO public.snapshots VALUES (2, 60, '\x7801cd56db6edb300cfd15c3cf994151d46dbf12f4c16db22e8013678ed3622bfaef3ba49dc6488121dbd392409028de0f49e5ad7ed90ea75d7fa8bf563535aea17a55d5dffa61df8e20391c9efaf3613ce1b08eb4aabcac2a8eab0a5ba62660d360ebf8019cddee65ab7c4ac035985715d8c10481b4aaf2aa2ab8d26ba7fccffdc1f8753fb65df75385d71085103c31ddb85b4313884bcaa4d82f78d42d082e28300bb6a514bc50550b1e3875a3190e428ae7c8d4bafa0bd2d29883d092a4016c86f655b3f4569fc661dbee35162785a4782a21e7e402b9e455bf230aa948722ca144e7a3c6cb917d894984d807e78a4bea6b0c1c4ae01c42c8d13b119f2fc61432079e7adfbf6c376aeee11da76edb0e87ed609ec08f4e2f10819ab015121aa01de7c84051a526688a0c53d63c59b22c74dbdd2c13f6ca67cc5854cfe9c7b91db65631c670e5ba5174bdb8d9e1688a8edb8356e1daaeff695135d0b2d91d9e5511c2d6a02ec163b33c626f765fdbdd380b58b6af802600084098a2e4188bf8a095cda4b420c2514a70d16959b1270f10bd2f929dcf0550a2034af19200a4e74ce405805ba0633b6a27bcd5638f46504f2dd33304098de31b1490cf122f2bb4cd687854c6e2abd04ed0a5cc91722c0155044fa0c53af6aa7a06ec78ee3a830ba2531f41f9c75ef559cd68c57fc657294ffde982931e1ffb418b736dc91cdbdd54830dfca4e0726291202968f21bb81690a7a415ee3dc116ddcdc7dee590f013243a68bb50c399a1b9e4289c629c6d14f49f24c9d947164de61707c3e8402ae4e08a435a55d871c981e00a5310742d88e04c210a324f85359f0c6ce1b62b05003a381f4324240d34ca1e2638c2ae4717ff9dc67b83b997efde6407170a31d21703220c001e21bb42450ad225ccc533881af21d8c8a3ea6dff40acc735685b5b3feaf453dd5913d15aa9538104389034bc4ab6dfdf9c13a76ed93c586dafd333714da93781adbfdd17a0119f8f3cf72773ecc83475b03a9cf981e18fb28503c1cd4e08852cc2e8a8f783daca31d89e81963485ce0a8d3bdc952969fa8ca0fe7fda33d0cf640c37f99e69f3ee9f628477b40fa613371a90c5e659b46e1033d365d03fe146c7466a870fdbd1f76bfec3f44214ae80d0cc384ee2afcfefe1b8132c13c');
INSERT INTO public.snapshots VALUES (5, 40, '\x78018d54db72da3010fd158f9f29a3bb56fd837e838707034ee289b1a96c934919febd671703217d29636469ef7bce5ae7f2d4e4b11dfaf26751aab55eab7255942f433ed413441a87dd30f7d38843e5d4aa30cb1fafb4c6a278d14aa90d4cbbf6d4b02125b72ac8c39b0276de58d6be0ebd68793fd55df7c9a6159488ba044234682b71d5f0bca5102187fa6ec889beca38f63ed71f5cefb91ca7dcd407293d18176c48960269ed8cd5f0a2681c6917158518b1235a1521122ba3552199182d94c8e0828a5e5b4d41296f9d8de6968881430de5613835fb4743dcf0d2c6a376d971c56ab3b9c0a76beadc37594a45a11dbba32c6e1c2f492116125780bee12170215c39fe9eebdc083b62f0b488c1b1e999c9ea4973f78776dff6af6200e1f561bf8fba9d168584b923a94945729ea28b3a2ae500610051c1076d02794f44ce500c209fc1534179fc9c732aa500aab5b51e225010a3b6c118227dcd504f3c1ee7721a301df792ff69f938779d34fc0daa672838e46e186fadf3713b6466ab92517d6f64fcd43a510aceeae4b4c1d6448626e9e815c489b45144e9ff653f7ef52f6ddf4e9f9cf0ada98f9c10500059942b9fc1b1ab77f21d70fd90ad0ac7c6537b9d9fabe8c6ffb6796aa19b77ef0b32ec334ef57296505fe89be67e614faf7dc4c0d36365cf7e3e6c65f22a1e3634a8911749950ce690f757259be24be5940f1e8c0098712dec9907be11cab721b77fe41631b80b2e97bf13c70694');
SELECT pg_catalog.setval('public.bandits_id_seq', 6, true);
ALTER TABLE ONLY public.bandits
    ADD CONSTRAINT bandits_name_key UNIQUE (name);
ALTER TABLE ONLY public.bandits
    ADD CONSTRAINT bandits_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (bandit, seq);
ALTER TABLE ONLY public.heads
    ADD CONSTRAINT heads_pkey PRIMARY KEY (bandit);
ALTER TABLE ONLY public.names
    ADD CONSTRAINT names_pkey PRIMARY KEY (bandit, first);
ALTER TABLE ONLY public.past
    ADD CONSTRAINT past_pkey PRIMARY KEY (bandit, number);
ALTER TABLE ONLY public.pending
    ADD CONSTRAINT pending_pkey PRIMARY KEY (bandit, number);
ALTER TABLE ONLY public.snapshots
    ADD CONSTRAINT snapshots_pkey PRIMARY KEY (bandit);
CREATE UNIQUE INDEX events_by_context ON public.events USING btree (bandit, context) WHERE (context IS NOT NULL);
CREATE UNIQUE INDEX events_by_decision ON public.events USING btree (bandit, decision) WHERE (decision IS NOT NULL);
